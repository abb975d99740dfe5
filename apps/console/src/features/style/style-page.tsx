import { AppFrame } from "@coralhub/ui";
import { StyleGallery } from "@coralhub/ui/style-gallery";

/** Every part of the kit in its states, in both themes; needs no sign-in, because it shows nothing of anyone. */
export function StylePage() {
  return (
    <AppFrame width="wide">
      <StyleGallery />
    </AppFrame>
  );
}
