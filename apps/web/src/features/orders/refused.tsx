import { Notice } from "@coralhub/ui";

/** Where it stands the button that asked is still in view, on a phone as well. */
const intoView = (node: HTMLElement | null): void => node?.scrollIntoView({ block: "center" });

/** Why what was just asked for was refused: announced, and brought to where the eye is. */
export const Refused = ({ problem }: { problem: string }) => (
  <div ref={intoView}>
    <Notice tone="danger" title={problem} />
  </div>
);
