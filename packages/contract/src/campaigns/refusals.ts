import type { RefusalTable } from "../refusals/refusal.ts";

export const campaignRefusals = {
  "campaign.none_running": { code: 25101, status: 409, message: "活动还没有开始或已经结束，请留意公告" },
  "campaign.not_for_you": { code: 25102, status: 403, message: "{reason}，暂时不能参加这个活动" },
  "campaign.no_chance": { code: 25103, status: 409, message: "现在没有抽奖机会，请看活动规则里怎样获得" },
  "campaign.box_opened": { code: 25104, status: 409, message: "这个宝箱已经打开过了，请刷新页面" },
  "campaign.not_collected": { code: 25105, status: 409, message: "还没有集齐，缺：{missing}。请集齐后再兑换" },
  "campaign.already_collected": { code: 25106, status: 409, message: "大奖已经兑过了，可在「我的奖品」里查看" },
  "campaign.already_applied": { code: 25107, status: 409, message: "已经提交过申请，有结果会通知您" },
  "campaign.same_person": { code: 25108, status: 409, message: "您保存的活动要由另一位财务复核，请联系同事" },
  "campaign.not_ready": { code: 25109, status: 409, message: "活动还不能排期，请先改好：{problem}" },
  "campaign.page_taken": { code: 25110, status: 409, message: "这个页面在同一时间已有活动「{name}」，请调整时间" },
  "campaign.push_not_now": {
    code: 25112,
    status: 409,
    message: "只能推送已排期或进行中的活动，请把发出时间定在活动结束前",
  },
  "campaign.changed": { code: 25113, status: 409, message: "活动在您查看之后又改过，请核对新的内容后再排期" },
  "campaign.own_number": { code: 25114, status: 403, message: "只能查询自己登录手机号的邀请人数，请换成自己的手机号" },
  "campaign.payee_closed": { code: 25115, status: 409, message: "这个商户的账户已注销，奖励不能入账，请改为不发" },
  "campaign.nothing_to_draw": { code: 25116, status: 409, message: "这个活动不抽奖，请在活动页面提交申请" },
  "campaign.grand_gone": {
    code: 25117,
    status: 409,
    message: "大奖已经发完或预算已经用完，集到的福卡还在，请留意公告",
  },
  "campaign.picture_unfit": {
    code: 25118,
    status: 400,
    message: "图片宽和高都至少 {least} 像素，长边不超过短边的 {ratio} 倍，请换一张",
  },
  "campaign.content_incomplete": { code: 25111, status: 400, message: "活动内容没有填完整，请按提示补充" },
} as const satisfies RefusalTable;
