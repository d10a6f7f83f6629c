/** The sheet for setting the published page that links made on a local page point to. */
import "./link-address.css";
import { useState } from "react";
import { usePage } from "../../hooks.ts";
import { setPublicAddress, publicAddress, parsePublicAddress } from "../../sharing/link-address.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

/**
 * The dialog of a page that was opened from a file: the reader enters the address of a published page, and links and QR codes then point to
 * it. An address is stored while it is typed, as soon as it is valid.
 */
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
    <Dialog title="Link address" className="link-address" onClose={overlay.closeSheet}>
      <p>
        This page is stored on this computer, where others cannot open it. Enter the address of a published page; links and QR codes then
        point to it.
      </p>
      <FormField
        label="Address of the published page"
        description={
          <span role="status">
            {isEmpty
              ? "Until then, links open only on this computer."
              : parsedAddress !== null && `Links begin with ${parsedAddress}# from now on.`}
          </span>
        }
        fault={isEmpty || parsedAddress !== null ? null : "This is not the address of a page; expected one that begins with https://."}
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
