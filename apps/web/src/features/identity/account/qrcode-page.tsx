import { addressOf, BRAND } from "@coralhub/domain";
import { Brand, CopyButton } from "@coralhub/ui";
import { useSearch } from "@tanstack/react-router";
import { toDataURL } from "qrcode";
import { useEffect, useState } from "react";
import { safePath } from "../../../platform/safe-path.ts";
import "./account.css";
import "./codes.css";

const SIZE = 240;

/** Carries on by phone: the code leads to the same portal, and only there. */
export function QrcodePage() {
  const { to }: { to?: string } = useSearch({ strict: false });
  const address = location.origin + (safePath(to, location.origin) ?? "/login");
  const [image, setImage] = useState<string | null>(null);
  useEffect(() => {
    toDataURL(address, { width: SIZE * 2, margin: 2 }).then(setImage, () => setImage(null));
  }, [address]);
  return (
    <div className="qrcode">
      <a href={addressOf("login")} aria-label={`${BRAND.name}，去登录`} className="qrcode-brand">
        <Brand />
      </a>
      <div className="qrcode-body">
        <h1 className="type-title">在手机上继续</h1>
        <p className="qrcode-line">用手机相机或微信扫一扫，打开{BRAND.name}，拍证件照更方便</p>
        <figure className="qrcode-figure">
          {image ? (
            <img src={image} width={SIZE} height={SIZE} alt="打开本站的二维码，扫不了时请使用下面的链接" />
          ) : (
            <div className="totp-wait" role="status" aria-label="正在生成二维码" />
          )}
          <figcaption>
            扫不了时，把链接发到手机
            <span className="qrcode-link">
              <span className="mono">{address}</span>
              <CopyButton text={address} label="复制链接" />
            </span>
          </figcaption>
        </figure>
      </div>
    </div>
  );
}
