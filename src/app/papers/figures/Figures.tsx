/** The figures of an exhibit, each under its title. */
import type { ComponentType } from "react";
import type { Exhibit, Figure, Outcome } from "../../../reproductions/contract.ts";
import { Typeset } from "../Typeset.tsx";
import type { FigureProps } from "./contract.ts";
import { Blocks } from "./Blocks.tsx";
import { Growth } from "./Growth.tsx";
import { Matrix } from "./Matrix.tsx";
import { Networks } from "./Networks.tsx";
import { Placings } from "./Placings.tsx";
import { Profiles } from "./Profiles.tsx";
import { Programs } from "./Programs.tsx";
import { Times } from "./Times.tsx";
import { Worth } from "./Worth.tsx";

/** One way of drawing for each kind of figure. */
const drawnBy: { readonly [Is in Figure["is"]]: ComponentType<FigureProps<Is>> } = {
  blocks: Blocks,
  growth: Growth,
  matrix: Matrix,
  networks: Networks,
  placings: Placings,
  profiles: Profiles,
  programs: Programs,
  times: Times,
  worth: Worth,
};

export function Figures({ exhibit, outcome }: { readonly exhibit: Exhibit; readonly outcome: Outcome }) {
  return (exhibit.figures ?? []).map((figure) => {
    const Drawn = drawnBy[figure.is] as ComponentType<FigureProps>;
    return (
      <section key={figure.title} className="figure">
        <h2>{figure.title}</h2>
        <p className="paper-caption">
          <Typeset text={figure.caption} />
        </p>
        <Drawn figure={figure} exhibit={exhibit} outcome={outcome} />
      </section>
    );
  });
}
