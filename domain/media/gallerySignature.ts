/**
 * The content of a gallery signature, the `s` of a media's address: `<person>.<expiry>.<session>.<MAC>`. It opens the
 * media of one event to one person; only the server can compute and check its MAC.
 */
export interface GallerySignature {
  readonly utilisateurId: number
  /** Milliseconds since 1970. */
  readonly expireAt: number
  /** The session's `jti`. */
  readonly jti: string
  /** Base64url; empty in the form that is used offline. */
  readonly mac: string
}

/** The part of a signature that its MAC covers. */
export function signedPart({ utilisateurId, expireAt, jti }: Omit<GallerySignature, 'mac'>): string {
  return `${utilisateurId}.${expireAt}.${jti}`
}

/** The text of a signature, as {@link parseGallerySignature} reads it. */
export function formatGallerySignature(signature: GallerySignature): string {
  return `${signedPart(signature)}.${signature.mac}`
}

/** Splits a signature without checking its MAC. @returns null when it has no person or no expiry */
export function parseGallerySignature(text: string): GallerySignature | null {
  const [person = '', expiry = '', jti = '', mac = ''] = text.split('.')
  if (!/^[1-9]\d{0,14}$/.test(person) || !/^\d{1,15}$/.test(expiry)) return null
  return { utilisateurId: Number(person), expireAt: Number(expiry), jti, mac }
}

const offlineJti = 'hors-ligne'

/**
 * The signature of a page without network: the service worker reads from it whose stored pictures to return. The
 * server refuses it.
 */
export function offlineGallerySignature(utilisateurId: number): string {
  return formatGallerySignature({ utilisateurId, expireAt: 0, jti: offlineJti, mac: '' })
}

/** Whether a signature is an {@link offlineGallerySignature}: the server would refuse a request with it. */
export function isOfflineGallerySignature({ jti }: GallerySignature): boolean {
  return jti === offlineJti
}
