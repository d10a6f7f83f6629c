/** The sheet for setting the published page that links made on a local page point to. */
import "./link-address.css";
import { useState } from "react";
import { usePage } from "../../hooks.ts";
import { setPublicAddress, publicAddress, parsePublicAddress } from "../../sharing/link-address.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

export function LinkAddressSheet() {
  const { overlay } = usePage();
  const [text, setText] = useState(() => publicAddress() ?? "");
  const parsedAddress = parsePublicAddress(text);
  const isEmpty = text.trim() === "";
  const setAddress = (typed: string) => {
    setText(typed);
    if (typed.trim() === "") setPublicAddress(null);
    const address = parsePublicAddress(typed);
    if (address !== null) setPublicAddress(address);
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
            {isEmpty
              ? "Until then, links open on this computer alone."
              : parsedAddress !== null && `Links begin with ${parsedAddress}# from now on.`}
          </span>
        }
        fault={isEmpty || parsedAddress !== null ? null : "That is no address of a page; expected one that begins with https://."}
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
            onChange={setAddress}
          />
        )}
      </FormField>
    </Dialog>
  );
}
