/** Passwords at the top of every leaked list, here and abroad; compared without case and with look-alike letters undone. */
export const REFUSED_PASSWORDS: readonly string[] = `
password passw0rd password1 password12 password123 passwd pass1234 pass123 qwerty qwerty1 qwerty12 qwerty123
qwertyuiop qwer1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq12wsx qazwsx qazwsxedc asdfgh asdfghjkl
asdf1234 zxcvbnm zxcvbn zxcv1234 abc123 abcd1234 abc12345 abc123456 a123456 a1234567 a12345678 a123456789
aa123456 aa12345678 a1b2c3d4 a1b2c3 woaini woaini1314 woaini520 woaini521 iloveyou iloveyou1 loveyou love1314
5201314a wo5201314 aini1314 nihao nihao123 caonima tiantian wangyi wangyi163 taobao taobao123 alibaba alipay
weixin wechat qq123456 qaz123 q123456 q1234567 w123456 wang123456 zhang123 zhang123456 li123456 liu123456
chen123456 admin admin123 admin1234 administrator root root1234 test test1234 test123456 guest guest123
user1234 user123456 welcome welcome1 welcome123 letmein letmein1 monkey monkey123 dragon dragon123 master
master123 shadow sunshine sunshine1 princess football baseball superman batman michael jordan23 trustno1
whatever starwars computer internet samsung iphone apple123 google google123 amazon amazon123 shopify ebay
paypal paypal123 tiktok shopee lazada money123 bank1234 login123 changeme changeme1 secret secret123 hello123
hello1234 freedom hunter2 killer pokemon charlie donald jennifer jessica ashley daniel thomas andrew joshua
matthew secure123 default1 p@ssword p@ssw0rd p@ssword1 p@ss1234 abcd12345 abcdef123 abcdefg1 abcdefgh1
asd123456 asd12345 zxc123456 zxc12345 qwe123456 qwe12345 qwe123qwe 123qwe123 123qweasd 123456qwe qweasdzxc
qweasd123 1234qwer 12345qwert 123abc123 123456abc 123456a 1234567a 12345678a 123456789a 1234abcd 111111a
a111111 a11111111 aaa111111 aaaa1111 88888888a a88888888 66666666a china123 china2008 china1949 beijing1
beijing2008 shanghai1 shenzhen1 shenzhen123 guangzhou1 zhongguo1 zhongguo123 coralhub coralhub1 coralhub123
coralhub2026 shanhuhui shanhuhui1 shanhuhui123 merchant merchant1 merchant123 company123 spring2026 summer2026
autumn2026 winter2026 january1 monday123 blink182 mustang1 access14 passport1 nothing1 qwerty2026 password2026
abc2026 a5201314 s123456 z123456 wocaonima1 woshishui1 aiqing1314 baobao520 baobei520 mima1234 mima123456
mimamima1
`
  .trim()
  .split(/\s+/);
