/** The sheet for setting the published page that links made on a local page point to. */
import "./link-address.css";
import { useState } from "react";
import { usePage } from "../../hooks.ts";
import { keepPublicAddress, publicAddress, readPublicAddress } from "../../sharing/link-address.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

export function LinkAddress() {
  const { overlay } = usePage();
  const [text, setText] = useState(() => publicAddress() ?? "");
  const read = readPublicAddress(text);
  const isEmpty = text.trim() === "";
  const tell = (typed: string) => {
    setText(typed);
    if (typed.trim() === "") keepPublicAddress(null);
    const address = readPublicAddress(typed);
    if (address !== null) keepPublicAddress(address);
  };
  return (
    <Dialog title="Where links lead" className="link-address" onClose={overlay.closeSheet}>
      <p>
        This page lies on this computer, which nobody else reaches. Give the address of a published one: links and codes then lead there.
      </p>
      <FormField
        label="Address of the published page"
        description={
          <span role="status">
            {isEmpty ? "Until then, links open on this computer alone." : read !== null && `Links begin with ${read}# from now on.`}
          </span>
        }
        fault={isEmpty || read !== null ? null : "That is no address of a page; expected one that begins with https://."}
      >
        {(control) => (
          <TextInput
            {...control}
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://networks.example.edu/fabricscope/"
            spellCheck={false}
            value={text}
            onChange={tell}
          />
        )}
      </FormField>
    </Dialog>
  );
}
