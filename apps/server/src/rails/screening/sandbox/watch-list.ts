/** Invented people and companies with the spellings a real list would carry: characters, pinyin, Cantonese, Latin. */
export const WATCH_LIST: readonly { list: string; names: readonly string[] }[] = [
  { list: "制裁名单", names: ["秦朔风", "Qin Shuofeng", "Chun Sok Fung"] },
  {
    list: "制裁名单",
    names: ["北海远航贸易有限公司", "Beihai Yuanhang Trading Co., Ltd.", "Far Voyage Trading Limited"],
  },
  { list: "政治公众人物", names: ["欧阳慕白", "Ouyang Mubai", "Au Yeung Mo Pak"] },
  { list: "制裁名单", names: ["Viktor Anatolyevich Morozov", "Морозов Виктор", "维克托·莫罗佐夫"] },
  { list: "失信被执行人", names: ["鲁川平", "Lu Chuanping", "Lo Chuen Ping"] },
  { list: "制裁名单", names: ["Golden Dune Shipping FZE", "金沙丘航运"] },
];
