/** A notice about the whole page: for example, a link or file that cannot be used, with its beginning. */
import "./notice.css";
import { CloseIcon } from "../ui/icons.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { usePage, useWorkbench } from "../hooks.ts";

/**
 * A box at the top of the page for a message that stays until it is dismissed: title, lines of text, and the input that it is about
 * (`raw`).
 */
export function NoticeBox() {
  const { store } = usePage();
  const notice = useWorkbench((state) => state.session.notice);
  if (notice === null) return null;
  return (
    <div className="notice panel" role="alert">
      <div>
        <b>{notice.title}</b>
        {notice.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {notice.raw !== undefined && <code>{notice.raw}</code>}
      </div>
      <IconButton label="Dismiss" onClick={() => store.setState({ session: { notice: null } })}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
