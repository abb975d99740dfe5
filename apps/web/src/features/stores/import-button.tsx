import { Button } from "antd";
import { lazy, Suspense, useState } from "react";

const ImportStores = lazy(async () => ({ default: (await import("./import-stores.tsx")).ImportStores }));

/** What it opens is fetched when somebody opens it. */
export function ImportButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>批量导入</Button>
      {open && (
        <Suspense fallback={null}>
          <ImportStores onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
