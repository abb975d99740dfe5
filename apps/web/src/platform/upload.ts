/** A request that tells how much of it has left. The answer is an ordinary one. */
export function upload(url: string, init: RequestInit, onSent: (percent: number) => void): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(init.method ?? "POST", url);
  request.responseType = "arraybuffer";
  new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
  request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onSent(Math.floor((loaded / total) * 100));
  });
  request.addEventListener("load", () => resolve(answerOf(request)));
  request.addEventListener("error", () => reject(new TypeError("the upload did not arrive")));
  request.addEventListener("abort", () => reject(init.signal?.reason as Error));
  init.signal?.addEventListener("abort", () => request.abort(), { once: true });
  request.send((init.body ?? null) as XMLHttpRequestBodyInit | null);
  return promise;
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return new Response(request.response as ArrayBuffer, { status: request.status, headers });
}
