/** While it is asked for, and while the part that asks is on its way. */
export const ASKING = (
  <p className="campaign-quiet" role="status" aria-busy="true">
    正在查询申请进度
  </p>
);
