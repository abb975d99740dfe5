import { Notice } from "@coralhub/ui";

/** A link to a record that is not there, not the merchant's, or did not come says so above the list it opens. */
export const MissingRow = ({ what, error }: { what: string; error: Error }) => (
  <Notice tone="warning" title={`没能打开这笔${what}`}>
    {`${error.message}。链接可能不完整，或这笔属于其他账户；可以在下面的列表里查找`}
  </Notice>
);
