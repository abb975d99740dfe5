/**
 * A platform that was asked for authorisation answers at /login. Which page finishes the binding is decided by the
 * parameter's name alone; the whole query is handed over, the target is always ours.
 */
export function grantTarget(search: string): string | null {
  const query = new URLSearchParams(search);
  if (query.has("spapi_oauth_code")) return `/bindshop/amazonsuccess?${query}`;
  return query.has("code") ? `/bindshop/success?${query}` : null;
}
