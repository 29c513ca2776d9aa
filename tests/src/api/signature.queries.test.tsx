// First import: it declares the order of the style layers.
import { showScreen } from '../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { noteAnswer, noteNoAnswer } from '#src/api/reachability.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { endFakeApi, fakeApi, refusal } from '../fakeApi.ts'

afterEach(endFakeApi)
const path = 'GET /evenements/7/signature'

function Signature() {
  return <output>{useSignature(7) ?? 'none'}</output>
}
const shown = () => document.querySelector('output')?.textContent

test('asks again for the signature when the host is reached after a start without network', async () => {
  let isDown = true
  const answer = () => Response.json({ signature: 'signed', expire: '2100-01-01T00:00:00.000Z' })
  fakeApi({ [path]: () => (isDown ? Promise.reject(new TypeError('no network')) : answer()) })
  await showScreen(<Signature />)
  await expect.poll(shown).toMatch(/hors-ligne/)
  isDown = false
  noteAnswer()
  await expect.poll(shown).toBe('signed')
})

test('does not ask again when the server refuses the signature', async () => {
  const calls = fakeApi({ [path]: () => refusal(403, 'media.acces_refuse', 'Accès refusé.') })
  await showScreen(<Signature />)
  await expect.poll(shown).toBe('none')
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  noteNoAnswer()
  noteAnswer()
  // What another request would need to arrive.
  await fetch('/api/health')
  expect(calls.filter((call) => call === path)).toEqual([path])
})

test('does not give a signature that has expired', async () => {
  const answers = [
    { signature: 'expired', expire: '2000-01-01T00:00:00.000Z' },
    { signature: 'signed', expire: '2100-01-01T00:00:00.000Z' },
  ]
  const calls = fakeApi({ [path]: () => Response.json(answers.shift()) })
  const given: (string | null)[] = []
  const shownTexts = new MutationObserver(() => given.push(shown() ?? null))
  shownTexts.observe(document.body, { childList: true, subtree: true, characterData: true })
  await showScreen(<Signature />)
  await expect.poll(() => calls.length).toBe(1)
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(shown).toBe('signed')
  shownTexts.disconnect()
  expect(given).not.toContain('expired')
})
