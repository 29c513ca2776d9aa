/** Name of the browser cache with the small pictures of a person: the service worker fills it, pages delete it. */
export function pictureCacheName(utilisateurId: number): string {
  return `eclats-images-${utilisateurId}`
}
