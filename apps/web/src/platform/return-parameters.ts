/**
 * A platform that was asked for authorisation answers at /login. Which page finishes the binding is decided by the
 * parameter's name alone; the whole query is handed over, the target is always ours.
 */
export function grantTarget(search: string): string | null {
  const query = new URLSearchParams(search);
  if (query.has("spapi_oauth_code")) return `/bindshop/amazonsuccess?${query}`;
  // Who said no on the platform comes back as well, and should read so instead of being signed out.
  const answered = query.has("code") || (query.has("error") && query.has("state"));
  return answered ? `/bindshop/success?${query}` : null;
}
