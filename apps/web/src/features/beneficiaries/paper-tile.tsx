import { PAYEE_PAPERS } from "@coralhub/domain";
import { PaperTile as Tile } from "../../platform/paper-tile.tsx";
import { payeeCalls } from "./payee-calls.ts";

type Props = { paper: keyof typeof PAYEE_PAPERS; onUploaded: (fileId: string) => void };

export const PaperTile = ({ paper, onUploaded }: Props) => (
  <Tile
    label={PAYEE_PAPERS[paper]}
    upload={(file) => payeeCalls.uploadPaper({ file, paper })}
    onUploaded={onUploaded}
  />
);
