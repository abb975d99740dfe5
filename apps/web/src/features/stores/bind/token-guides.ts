import type { KeyConnector } from "@coralhub/domain";

export type TokenGuide = {
  /** The platform's code in the catalogue. */
  code: string;
  /** Where in the platform's own site. */
  place: string;
  steps: readonly string[];
  /** The platform wants our application's public key before it gives a token. */
  asksAppKey?: true;
};

/** Where to find a platform's keys: for the side of the binding form, and a page of its own to send to a colleague. */
export const TOKEN_GUIDES: Record<KeyConnector, TokenGuide> = {
  shopifyPrivate: {
    code: "SHOPIFY",
    place: "设置 › 应用和销售渠道 › 开发应用",
    steps: [
      "打开「设置 › 应用和销售渠道 › 开发应用」",
      "创建应用，名称填 CoralHub",
      "在 Admin API 勾选 read_orders 和 read_shopify_payments_payouts",
      "安装应用，复制 API 密钥和访问令牌（以 shpat_ 开头）。令牌只显示一次，两项分别填到这里",
    ],
  },
  coupang: {
    code: "COUPANG",
    place: "WING › 판매자정보 › 추가판매정보",
    steps: [
      "用主账号登录 WING，打开右上角「판매자정보」（卖家信息）",
      "进入「추가판매정보 › OPEN API Key 발급」（签发密钥）",
      "用途选「OPEN API」，公司名填 CoralHub",
      "复制 Vendor ID、Access Key 和 Secret Key。密钥 180 天有效",
    ],
  },
  qoo10: {
    code: "QOO10",
    place: "QSM › 基本情报 › Qoo10 API",
    steps: [
      "登录 QSM，打开「基本情报 › 卖家情报管理」",
      "在「Qoo10 API」申请 Certification Key",
      "在「编辑 API 用户」新建只查订单的账号，记下账号和密码",
      "把账号、密码和 Certification Key 填到这里",
    ],
  },
  bigcommerce: {
    code: "BIGCOMMERCE",
    place: "Settings › API › Store-level API accounts",
    steps: [
      "登录后台，打开「Settings › API › Store-level API accounts」",
      "点「Create API account」，名称填 CoralHub",
      "Orders 选 read-only，Information & Settings 选 read-only",
      "保存后复制 Client ID 和 Access Token；Store Hash 是 API Path 里 stores/ 之后的那一段",
    ],
  },
  threeCart: {
    code: "THREECART",
    place: "Modules › REST API",
    asksAppKey: true,
    steps: [
      "登录后台，打开「Modules」，搜索 REST API，点「Change Settings」",
      "点「Add」，填入我们的应用公钥，权限选 Orders 只读",
      "在授权页点「Authorize」",
      "复制生成的 Token，填到这里",
    ],
  },
};
