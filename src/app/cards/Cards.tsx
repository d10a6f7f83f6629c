/** The instruments: quiet cards, each with a sentence made from its data. */
import { views } from "../../views/index.ts";
import { Picture } from "../Picture.tsx";
import { channelCard } from "../store.ts";
import { ChannelCard } from "./ChannelCard.tsx";
import { type Layout, useShownCards } from "./layout.ts";

export function Cards({ layout }: { readonly layout: Layout }) {
  const shown = useShownCards(layout);
  return (
    <div className="cards">
      {shown.includes(channelCard) && <ChannelCard />}
      {views
        .filter(({ id }) => shown.includes(id))
        .map(({ id, title }) => (
          <section className="card" data-card={id} aria-label={title} key={id}>
            <Picture id={id} isCard />
          </section>
        ))}
    </div>
  );
}
