import { PageSkeleton } from "@coralhub/ui";
import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

const QrcodePage = lazy(async () => ({
  default: (await import("../features/identity/account/qrcode-page.tsx")).QrcodePage,
}));
const FacePage = lazy(async () => ({ default: (await import("../features/certification/face-page.tsx")).FacePage }));

/** What a QR code leads to: with a key the phone takes the picture for the face check, else it shows the way to the phone. */
export function PhonePage() {
  const { key }: { key?: string } = useSearch({ strict: false });
  return <Suspense fallback={<PageSkeleton />}>{key ? <FacePage faceKey={String(key)} /> : <QrcodePage />}</Suspense>;
}
