/** Name of the browser cache with the small pictures of a person; pages and the service worker use it. */
export function pictureCacheName(utilisateurId: number): string {
  return `eclats-images-${utilisateurId}`
}
