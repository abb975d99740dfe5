import { PAPER_LANGUAGES, type PaperLanguage } from "@coralhub/domain";
import { z } from "zod";

export const paperLanguage = z.enum(Object.keys(PAPER_LANGUAGES) as [PaperLanguage, ...PaperLanguage[]]).default("zh");
