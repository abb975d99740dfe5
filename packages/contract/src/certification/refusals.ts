import type { RefusalTable } from "../refusals/refusal.ts";

export const certificationRefusals = {
  "certification.incomplete": { code: 14001, status: 400, message: "还有内容需要填写或修改，请按提示补齐后再提交" },
  "certification.under_review": { code: 14002, status: 409, message: "资料正在审核，请等出结果后再修改" },
  "certification.frozen": { code: 14003, status: 409, message: "账户已冻结，请联系客服了解原因" },
  "certification.field_locked": { code: 14004, status: 409, message: "已通过的内容不能修改，请只改没有通过的项" },
  "certification.nothing_changed": { code: 14005, status: 409, message: "内容没有变化，请修改后再提交" },
  "certification.wrong_form": { code: 14006, status: 409, message: "认证类型与申请不符，请回到认证首页重新选择" },
  "certification.enquiry_settled": { code: 14007, status: 409, message: "这个问题已经了结或已答复，不用再答复" },
  "review.held": { code: 14020, status: 409, message: "{name} 正在审核这份申请，请换一份或稍后再来" },
  "review.not_held": { code: 14021, status: 409, message: "请先领取这份申请，再做决定" },
  "review.undecided": { code: 14022, status: 409, message: "还有 {count} 项没有审，请逐项审完再通过" },
  "review.nothing_rejected": {
    code: 14023,
    status: 409,
    message: "没有一项被驳回，不能判为不通过，请先驳回有问题的项",
  },
  "review.has_rejected": {
    code: 14024,
    status: 409,
    message: "有 {count} 项被驳回，不能通过，请改判这些项或判为不通过",
  },
  "review.second_pair": { code: 14025, status: 409, message: "复核要由另一位审核员来做，请联系同事处理" },
  "review.not_assessed": { code: 14026, status: 409, message: "名单筛查还没有完成，请稍后再决定" },
  "review.reason_missing": { code: 14027, status: 400, message: "请写明驳回的原因，商户会看到这段话" },
  "review.field_unknown": { code: 14028, status: 400, message: "申请里没有这一项，请刷新后重试" },
  "review.no_such_colleague": { code: 14029, status: 409, message: "这位同事现在不能审核，请换一位" },
  "face.key_unknown": { code: 14040, status: 404, message: "二维码已失效，请在电脑上重新获取" },
  "face.spent": { code: 14041, status: 409, message: "这次核验已经结束，请在电脑上查看结果" },
  "face.person_missing": { code: 14042, status: 409, message: "请先填写姓名和证件号码，再做人脸核验" },
  "face.person_changed": { code: 14043, status: 409, message: "证件号码已修改，请在电脑上重新获取二维码" },
} as const satisfies RefusalTable;
