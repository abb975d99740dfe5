/** How programs of merchants reach the open API. The server, the page and the documentation read these. */
export const OPEN_API = {
  base: "/open/v1",
  /** A signature is good for this long, either way. */
  signatureSeconds: 300,
  /** Calls a minute per app unless an operator has said otherwise. */
  callsPerMinute: 600,
  mostApps: 10,
  /** Two at once, so that one can be replaced while the other works. */
  mostKeys: 2,
  mostAddresses: 50,
  keyYears: 1,
  /** Days before the end at which a merchant is told. */
  keyWarnings: [30, 14, 7, 1],
  logDays: 30,
  /** How long the old secret of a webhook still signs beside the new one. */
  secretOverlapHours: 24,
} as const;

/** By date, newest first: a call names the one it was written for. Only what would break a program makes a new one. */
export const OPEN_API_VERSIONS = ["2026-11-16"] as const;
export const OPEN_API_VERSION = OPEN_API_VERSIONS[0];

/** What changed, newest first. Additions reach every version; what is to go is announced, and goes on until its day. */
export const OPEN_API_CHANGES = [
  {
    date: "2026-11-17",
    version: "2026-11-16",
    changes: [
      {
        kind: "added",
        text: "担保交易、贷款、退税、定期付款、资金归集、线下汇款、自动转入、从钱包付款、卡组、换卡、卡争议、卡钱包转出、结算单关联、关联方和供应商自填链接",
        english:
          "Escrow, loans, tax refunds, recurring payments, pooling, announced remittances, automatic transfers, payouts from the wallet, card groups, replacement and disputes, transfers out of the card wallet, settlements linked to incomes, related parties and supplier links",
      },
      {
        kind: "added",
        text: "权限 accounts:write、escrow:read、escrow:write、loans:read、loans:write、taxrefunds:read、taxrefunds:write",
        english:
          "Permissions accounts:write, escrow:read, escrow:write, loans:read, loans:write, taxrefunds:read, taxrefunds:write",
      },
    ],
  },
  {
    date: "2026-11-16",
    version: "2026-11-16",
    changes: [
      {
        kind: "added",
        text: "收款人、批量付款、店铺、收款材料、订单文件、钱包转账、卡片、定期存款的写操作；上传文件",
        english:
          "Writes for payees, batches, stores, income evidence, order files, wallet transfers, cards and deposits; file uploads",
      },
      {
        kind: "added",
        text: "metadata：给业务附上自己的内容；expand：一并给出相关的对象",
        english: "metadata: your own words on objects; expand: related objects in one answer",
      },
      {
        kind: "added",
        text: "通知主题 order.passed、order.failed、order.reviewing、order.matched",
        english: "Webhook topics order.passed, order.failed, order.reviewing, order.matched",
      },
      {
        kind: "changed",
        text: "签名的上传须带 Content-Digest（RFC 9530），签名覆盖它，验过才读文件",
        english:
          "Signed uploads carry Content-Digest (RFC 9530), which the signature covers: it is checked before the file is read",
      },
      {
        kind: "deprecated",
        text: "GET /batch-rows 改用 GET /batches/{id}/rows，2027-11-16 停用",
        english: "GET /batch-rows is replaced by GET /batches/{id}/rows and ends on 2027-11-16",
      },
      { kind: "added", text: "第一版", english: "First version" },
    ],
  },
] as const satisfies readonly {
  date: string;
  version: string;
  changes: readonly { kind: "added" | "changed" | "deprecated" | "removed"; text: string; english: string }[];
}[];

/** Seconds to wait before each further attempt; after the last one the delivery is parked until somebody replays it. */
export const WEBHOOK_RETRY_SECONDS = [
  10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1200, 1800, 3600, 7200,
] as const;
/** Failures in a row after which an address is left alone. */
export const WEBHOOK_PAUSE_AFTER = 30;

export const WEBHOOK_TYPES = { thin: "精简（只有编号）", full: "完整（带业务数据）" } as const;
export type WebhookType = keyof typeof WEBHOOK_TYPES;
/** Every topic there is. */
export const EVERY_TOPIC = "*";

type SignedParts = {
  appId: string;
  method: string;
  /** With its query, as sent. */
  path: string;
  /** SHA-256 of the body, in lower-case hex; of nothing where there is none. */
  bodyHash: string;
  /** Seconds since 1970. */
  timestamp: string;
  nonce: string;
  /** The caller's idempotency key; empty where it sends none. */
  requestId: string;
};
/** What a request's signature is over: one line per part. */
export const signedText = ({ appId, method, path, bodyHash, timestamp, nonce, requestId }: SignedParts): string =>
  ["coralhub-1", appId, method, path, bodyHash, timestamp, nonce, requestId].join("\n");
