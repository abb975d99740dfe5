type Line = Readonly<Record<string, string>>;
const csvCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** Cells stand below the names of their columns; what is not said is `empty`. */
export function report(
  columns: string,
  lines: readonly Line[],
  { sign = ",", empty = "", above = [] as readonly string[], end = "\r\n" } = {},
): string {
  const names = columns.split("|");
  const cells = lines.map((line) => {
    for (const name of Object.keys(line)) if (!names.includes(name)) throw new Error(`no column ${name}`);
    return names.map((name) => line[name] ?? empty);
  });
  const write = (row: readonly string[]) => row.map((cell) => (sign === "," ? csvCell(cell) : cell)).join(sign);
  return [...above, write(names), ...cells.map(write)].join(end) + end;
}

/** The columns of each report, in the platforms' own order and spelling. */
export const AMAZON_ORDERS =
  "amazon-order-id|merchant-order-id|purchase-date|last-updated-date|order-status|fulfillment-channel|sales-channel|order-channel|ship-service-level|product-name|sku|asin|item-status|quantity|currency|item-price|item-tax|shipping-price|shipping-tax|gift-wrap-price|gift-wrap-tax|item-promotion-discount|ship-promotion-discount|ship-city|ship-state|ship-postal-code|ship-country|promotion-ids|is-business-order|purchase-order-number|price-designation";
export const SETTLEMENT =
  "settlement-id|settlement-start-date|settlement-end-date|deposit-date|total-amount|currency|transaction-type|order-id|merchant-order-id|adjustment-id|shipment-id|marketplace-name|amount-type|amount-description|amount|fulfillment-id|posted-date|posted-date-time|order-item-code|merchant-order-item-id|merchant-adjustment-item-id|sku|quantity-purchased|promotion-id";
export const EBAY_TRANSACTIONS =
  'Transaction creation date|Type|Order number|Legacy order ID|Buyer username|Buyer name|Ship to city|Ship to province/region/state|Ship to zip|Ship to country|Net amount|Payout currency|Payout date|Payout ID|Payout method|Payout status|Reason for hold|Item ID|Transaction ID|Item title|Custom label|Quantity|Item subtotal|Shipping and handling|Seller collected tax|eBay collected tax|Final Value Fee - fixed|Final Value Fee - variable|Regulatory operating fee|Very high "item not as described" fee|Below standard performance fee|International fee|Charity donation|Deposit processing fee|Gross transaction amount|Transaction currency|Exchange rate|Reference ID|Description';
export const EBAY_ORDERS =
  "Sales Record Number|Order Number|Buyer Username|Buyer Name|Buyer Email|Buyer Note|Buyer Country|Ship To Name|Ship To Zip|Ship To Country|Item Number|Item Title|Custom Label|Sold Via Promoted Listings|Quantity|Sold For|Shipping And Handling|eBay Collected Tax|Total Price|eBay Collected Tax and Fees Included in Total|Payment Method|Sale Date|Paid On Date|Ship By Date|Shipped On Date|PayPal Transaction ID|Shipping Service|Tracking Number|Transaction ID|Variation Details|Global Shipping Program|eBay International Shipping";
export const SHOPIFY =
  "Name|Email|Financial Status|Paid at|Fulfillment Status|Fulfilled at|Accepts Marketing|Currency|Subtotal|Shipping|Taxes|Total|Discount Code|Discount Amount|Shipping Method|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem sku|Billing Name|Billing Country|Shipping Name|Shipping Country|Notes|Cancelled at|Payment Method|Payment Reference|Refunded Amount|Vendor|Outstanding Balance|Id|Tags|Risk Level|Source|Payment ID|Payment References";
export const TIKTOK =
  "Order ID|Order Status|Order Substatus|Cancelation/Return Type|Normal or Pre-order|SKU ID|Seller SKU|Product Name|Variation|Quantity|Sku Quantity of return|SKU Unit Original Price|SKU Subtotal Before Discount|SKU Subtotal After Discount|Shipping Fee After Discount|Order Amount|Order Refund Amount|Created Time|Paid Time|Shipped Time|Tracking ID|Delivery Option|Shipping Provider Name|Buyer Message|Buyer Username|Recipient|Country|State|Payment Method|Package ID";
export const SHOPEE =
  "Order ID|Order Status|Cancel reason|Return / Refund Status|Tracking Number*|Shipping Option|Shipment Method|Estimated Ship Out Date|Ship Time|Order Creation Date|Order Paid Time|Parent SKU Reference No.|Product Name|SKU Reference No.|Variation Name|Original Price|Deal Price|Quantity|Returned quantity|Product Subtotal|Total Amount|Buyer Paid Shipping Fee|Transaction Fee(Incl. GST)|Grand Total|Username (Buyer)|Receiver Name|City|Province|Country|Zip Code|Order Complete Time|Note";
export const LAZADA =
  "orderItemId|orderType|deliveryType|lazadaId|sellerSku|lazadaSku|wareHouse|createTime|updateTime|orderNumber|invoiceRequired|customerName|shippingName|shippingCity|shippingCountry|payMethod|paidPrice|unitPrice|sellerDiscountTotal|shippingFee|itemName|variation|shippingProvider|trackingCode|status|refundAmount";
export const PAYPAL =
  "Date|Time|TimeZone|Name|Type|Status|Currency|Gross|Fee|Net|From Email Address|To Email Address|Transaction ID|Shipping Address|Item Title|Item ID|Reference Txn ID|Invoice Number|Custom Number|Quantity|Receipt ID|Balance|Country|Subject|Note|Balance Impact";
export const SHOPEE_INDONESIA =
  "No. Pesanan|Status Pesanan|Alasan Pembatalan|Status Pembatalan/ Pengembalian|No. Resi|Opsi Pengiriman|Antar ke counter/ pick-up|Pesanan Harus Dikirimkan Sebelum (Menghindari keterlambatan)|Waktu Pengiriman Diatur|Waktu Pesanan Dibuat|Waktu Pembayaran Dilakukan|Metode Pembayaran|SKU Induk|Nama Produk|Nomor Referensi SKU|Nama Variasi|Harga Awal|Harga Setelah Diskon|Jumlah|Returned quantity|Subtotal Pesanan|Total Diskon|Diskon Dari Penjual|Diskon Dari Shopee|Berat Produk|Jumlah Produk di Pesan|Total Berat|Voucher Ditanggung Penjual|Cashback Koin|Voucher Ditanggung Shopee|Ongkos Kirim Dibayar oleh Pembeli|Estimasi Potongan Biaya Pengiriman|Ongkos Kirim Pengembalian Barang|Total Pembayaran|Perkiraan Ongkos Kirim|Catatan dari Pembeli|Catatan|Username (Pembeli)|Nama Penerima|No. Telepon|Alamat Pengiriman|Kota/Kabupaten|Provinsi|Waktu Pesanan Selesai";
export const SHOPEE_THAILAND =
  "หมายเลขคำสั่งซื้อ|สถานะการสั่งซื้อ|เหตุผลในการยกเลิกคำสั่งซื้อ|สถานะการคืนเงินหรือคืนสินค้า|ชื่อผู้ใช้ (ผู้ซื้อ)|วันที่ทำการสั่งซื้อ|เวลาการชำระสินค้า|ช่องทางการชำระเงิน|ตัวเลือกการจัดส่ง|วิธีการจัดส่ง|*หมายเลขติดตามพัสดุ|เวลาส่งสินค้า|เลขอ้างอิง Parent SKU|ชื่อสินค้า|เลขอ้างอิง SKU (SKU Reference No.)|ชื่อตัวเลือก|ราคาตั้งต้น|ราคาขาย|จำนวน|จำนวนที่ส่งคืน|ราคาขายสุทธิ|ส่วนลดจาก Shopee|ค่าคอมมิชชั่น|Transaction Fee|จำนวนเงินทั้งหมด|ค่าจัดส่งโดยประมาณ|ชื่อผู้รับ|จังหวัด|ประเทศ|รหัสไปรษณีย์|เวลาที่ทำการสั่งซื้อสำเร็จ";
