export type Category = { code: number; name: string };
/** Codes follow one another in the order of the names. */
const numbered = (first: number, names: string): readonly Category[] =>
  names.split(" ").map((name, at) => ({ code: first + at, name }));

export const GOODS_CATEGORIES = numbered(
  101,
  "服装 电子产品 食品 家居用品 运动户外 母婴用品 玩具 图书 美妆个护 乐器 汽车用品 文具办公 园艺用品 包装材料 礼品 娱乐用品 健康保健 灯具照明 " +
    "箱包 机械设备 电子元器件 机械零部件 时尚配饰 建筑材料 纺织品 农产品 化工产品 家用电器 仪器仪表 矿产品 橡胶塑料 鞋类 珠宝首饰 宠物用品 家具 其他",
);
export const SERVICE_CATEGORIES = numbered(201, "住宿 物流 运输 咨询 代运营 展会 餐饮 旅行 机票 教育");
export const APP_CATEGORIES = numbered(
  301,
  "工具 效率 社交 摄影与录像 音乐 视频 新闻 阅读 教育 财务 购物 旅游 导航 天气 健康健美 医疗 美食 生活 商务 体育 休闲游戏 角色扮演游戏 策略游戏",
);
/** The extended list: these four need a closer look where they are used. */
export const EXTENDED_APP_CATEGORIES = [...APP_CATEGORIES, ...numbered(324, "直播 交友 聊天 棋牌")];

/** What a shop can sell. */
export const TRADE_CATEGORIES: readonly Category[] = [...GOODS_CATEGORIES, ...SERVICE_CATEGORIES];
/** What a merchant can name as its business. */
export const BUSINESS_ITEMS: readonly Category[] = [...TRADE_CATEGORIES, ...EXTENDED_APP_CATEGORIES];
export const businessItem = (code: number): Category | undefined => BUSINESS_ITEMS.find((item) => item.code === code);

/** How a company earns: asked of big customers and COD sellers. */
export const MAIN_BUSINESS_TYPES = numbered(
  1,
  "跨境电商卖家 独立站卖家 货到付款卖家 应用开发商 广告投放服务商 供应链与采购 物流与仓储 一般贸易 其他",
);
