import { useEffect, useRef, useState } from "react";

const FRONT: MediaStreamConstraints = { video: { facingMode: "user", width: { ideal: 1280 } }, audio: false };

/** The front camera, where the browser gives it; `start` says whether it did. The light goes out with the page. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream>();
  const [starting, setStarting] = useState(false);
  useEffect(() => {
    if (!stream) return;
    if (video.current) video.current.srcObject = stream;
    return () => stream.getTracks().forEach((track) => track.stop());
  }, [stream]);
  const start = async (): Promise<boolean> => {
    // Absent on pages that are not served over https.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) return false;
    setStarting(true);
    try {
      setStream(await devices.getUserMedia(FRONT));
      return true;
    } catch {
      return false;
    } finally {
      setStarting(false);
    }
  };
  const shoot = async (): Promise<Blob | null> => {
    const source = video.current;
    if (!source || source.videoWidth === 0) return null;
    const canvas = document.createElement("canvas");
    canvas.width = source.videoWidth;
    canvas.height = source.videoHeight;
    canvas.getContext("2d")?.drawImage(source, 0, 0);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  };
  return { video, on: stream !== undefined, starting, start, shoot };
}
