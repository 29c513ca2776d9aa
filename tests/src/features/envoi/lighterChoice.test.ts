import { describe, expect, test } from 'vitest'
import { isSlow, lighterChosen, lighterOffer } from '#src/features/envoi/lighterChoice.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'

const mo = 1024 * 1024
const slow = 25.6
const waiting = (details: Partial<QueueItemView> = {}) =>
  unEnvoi('queued', { size: 4 * mo, originalSize: 4 * mo, weightChange: 'lighten', ...details })

describe('compressed photos on a slow network', () => {
  test('are offered for photos that get smaller, with the estimated time', () => {
    const photos = Array.from({ length: 17 }, () => waiting())
    const items = [unEnvoi('sending'), ...photos, unEnvoi('queued', { type: 'video/mp4', size: 38 * mo })]
    expect(lighterOffer(items, slow)).toEqual({
      ids: photos.map(({ id }) => id),
      words:
        "Une photo à la fois, rien n'est envoyé deux fois. Allégées, les 17 suivantes partent en 14 min environ. L'album garde alors la version allégée.",
    })
    expect(lighterOffer([waiting()], slow)?.words).toContain('Allégée, la suivante part en 50 s environ.')
  })

  test('are not offered on a fast or unknown network, or when no photo gets smaller', () => {
    expect(lighterOffer([waiting()], 65.6)).toBeNull()
    expect(lighterOffer([waiting()], null)).toBeNull()
    expect(lighterOffer([waiting({ weightChange: null })], slow)).toBeNull()
    expect([isSlow(slow), isSlow(65.6), isSlow(null)]).toEqual([true, false, false])
  })

  test('show what will be sent and what is kept, while the compression can be undone', () => {
    const lighter = { size: 1.2 * mo, weightChange: 'restore', isLighter: true } as const
    const items = [waiting(lighter), waiting(lighter), waiting()]
    expect(lighterChosen(items)).toEqual({
      ids: [items[0]?.id, items[1]?.id],
      words:
        "2 photos partent allégées, 2,4\u00A0Mo au lieu de 8\u00A0Mo. Les originales restent sur ce téléphone jusqu'à la réception.",
    })
    expect(lighterChosen([waiting(lighter)])?.words).toBe(
      "1 photo part allégée, 1,2\u00A0Mo au lieu de 4\u00A0Mo. L'originale reste sur ce téléphone jusqu'à la réception.",
    )
    expect(lighterChosen([waiting()])).toBeNull()
  })
})
