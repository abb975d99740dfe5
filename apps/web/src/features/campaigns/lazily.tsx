import { lazy, Suspense, type ComponentType, type ReactNode } from "react";

/** A part that comes with whoever needs it. Where it cannot be fetched, the rest of the page stays. */
export function lazily<P extends object>(fetched: () => Promise<ComponentType<P>>, meanwhile?: ReactNode) {
  const Part = lazy(() =>
    fetched().then(
      (part) => ({ default: part }),
      () => ({ default: Missing as ComponentType<P> }),
    ),
  );
  return function Lazily(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
}

const Missing = () => <p className="campaign-quiet">这一部分没能打开，请刷新页面</p>;
