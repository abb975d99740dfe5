/** What this browser was given at its first sign-in, so that it is known again. It is no key to anything by itself. */
const DEVICE = "device";
export const knownDevice = (): string | undefined => localStorage.getItem(DEVICE) ?? undefined;
export const keepDevice = (device: string): void => localStorage.setItem(DEVICE, device);
