import { createHmac } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Media } from '#domain/media/media.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { unGrandAlbum } from '#tests/support/grandAlbum.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'
import type { Row } from './row.ts'

const nombre = 10_000

/** Data that a phone receives before it can lay out a large album. */
export const galleryIndex: Row = {
  what: `index of ${nombre} media, compressed`,
  against: 'their rows with signed addresses, compressed alike',
  goal: '<= 2 %',
  async measure() {
    const server = await startTestServer()
    try {
      const { id: createurId, token } = await unOrganisateur(server)
      const { id: evenementId } = await unEvenement(server, { createurId })
      await unGrandAlbum(server, { evenementId, nombre })
      const path = `/frontend/organisateur/evenements/${evenementId}/medias`
      const headers = { 'accept-encoding': 'br' }
      const index = await server.call('GET', `${path}?format=index`, { token, headers })
      const rows = (await server.call('GET', path, { token })).json<Media[]>()
      const signed = rows.map((media) => ({ ...media, url: signedAddress(media) }))
      const theirs = brotliCompressSync(JSON.stringify(signed), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
      const share = (100 * index.rawPayload.length) / theirs.length
      const detail = `${index.rawPayload.length} bytes against ${theirs.length} of ${rows.length} rows`
      return { figure: `${share.toFixed(2)} %`, detail, isMet: share <= 2 }
    } finally {
      await server.stop()
    }
  },
}

/** As object stores provide them: each with its own signature. */
function signedAddress({ id, url }: Media): string {
  const signature = createHmac('sha256', 'secret').update(`media ${id}`).digest('base64url')
  return `${url}?type=thumbnail&expire=1781467200&s=${signature}`
}
