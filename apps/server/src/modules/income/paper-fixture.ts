let paper: File | undefined;
/** A picture of a paper: what is written on it nobody reads. */
export const drawPaper = (): File =>
  (paper ??= new File(
    [
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    ],
    "合同.png",
    { type: "image/png" },
  ));
