import { BRAND } from "@coralhub/domain";

export const ABOUT = [
  `${BRAND.name}（${BRAND.latinName}）为跨境商户提供收款、结汇、换汇和付款服务。卖家、应用开发者和企业把各平台的收入汇到一处，看得清每一笔钱走到哪里、何时到账、差什么材料。`,
  "涉及资金的环节由持牌银行和支付机构完成，商户资金与公司资金分开存放。",
];

/** Answers that hold today; each says what to do. */
export const TOPICS: { title: string; questions: { question: string; answer: string }[] }[] = [
  {
    title: "注册与登录",
    questions: [
      {
        question: "收不到短信验证码",
        answer: "请先看短信拦截和骚扰信息。60 秒后可以重发，每天最多 10 次，以最近一条为准。",
      },
      { question: "忘记密码", answer: "在登录页点「忘记密码」，用手机或邮箱收验证码后重设。重设后其他设备会退出。" },
      {
        question: "手机停用了",
        answer: "在「找回密码」里选择「联系客服核实身份」，填写新手机和只有您知道的信息。客服核实、两人复核后换绑。",
      },
      {
        question: "提示尝试次数太多",
        answer: "有人在猜您的密码时会这样。您可以用短信验证码确认本人后登录，不必等待。",
      },
    ],
  },
  {
    title: "账户安全",
    questions: [
      {
        question: "怎样开启两步验证",
        answer: "在「个人中心 - 基本信息 - 登录与安全」打开开关，用验证器应用扫码，并保存备用码。",
      },
      { question: "看到不认识的设备", answer: "在「设备与登录」里点「不是我」，那台设备会立即退出。然后请修改密码。" },
      {
        question: "更换手机或邮箱",
        answer: "有原手机或邮箱的验证码，立即生效；没有的，等待期过后生效，期间可以取消。",
      },
    ],
  },
  {
    title: "认证与资金",
    questions: [
      {
        question: "为什么要实名认证",
        answer: "提现、付款和换汇涉及外汇和反洗钱规定，须先核实身份。收款不受影响，款项会正常入账。",
      },
      {
        question: "费用是多少",
        answer:
          "开户和收款不收费。提现、付款和换汇的价格登录后在「收费标准」查看，每一笔的费用在您确认前逐项列明，确认后不再变化。",
      },
      { question: "款项被暂扣", answer: "首页和消息会写明停在哪、为什么、需要您做什么。按提示补充后尽快入账。" },
    ],
  },
];
