/** The small picture of a kind or a choice, in the color of the surrounding text; highlighted parts use the accent color. */
import "./pictogram.css";
import { type PictogramData, pictureSize } from "./pictogram-data.ts";

export function Pictogram({ picture: { lines, marks, accents } }: { readonly picture: PictogramData }) {
  const { width, height } = pictureSize;
  return (
    <svg className="pictogram" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={lines} fill="none" stroke="currentColor" strokeWidth={0.7} opacity={0.7} />
      {marks.map(({ path, opacity }) => (
        <path key={opacity} d={path} fill="currentColor" opacity={opacity} />
      ))}
      {accents !== undefined &&
        Object.entries(accents).map(([className, path]) => <path key={className} className={className} d={path} fill="none" />)}
    </svg>
  );
}
