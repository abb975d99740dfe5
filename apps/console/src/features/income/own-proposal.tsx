import { Notice } from "@coralhub/ui";

/** Whoever proposed it sees why there is nothing to decide here. */
export const OwnProposal = () => (
  <Notice tone="info" title="这是您提出的，须由另一位财务复核">
    同一个人不能既提出又复核，请联系同事处理
  </Notice>
);
