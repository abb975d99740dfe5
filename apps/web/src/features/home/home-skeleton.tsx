import { Bone, LandingPage, Panel, RowsSkeleton, Waiting } from "@coralhub/ui";
import "./balance-band.css";

const block = (height: number) => (
  <Panel>
    <Waiting>
      <Bone width="100%" height={height} />
    </Waiting>
  </Panel>
);

/** The shape of home while its first answer is on the way. */
export function HomeSkeleton() {
  return (
    <LandingPage band={<div className="band-waiting" />} side={block(360)}>
      <Panel flush>
        <RowsSkeleton rows={3} />
      </Panel>
      {block(220)}
    </LandingPage>
  );
}
