// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { yieldToMain } from '#src/ui/yieldToMain.ts'
import { MessageSheet } from '#src/ui/message/MessageSheet.tsx'

afterEach(clearScreen)

test('keeps the message to another person open when the one before is sent', async () => {
  const sent = Promise.withResolvers<undefined>()
  const kept: string[] = []
  await showScreen(<Messages onSend={() => sent.promise} onKept={(what) => kept.push(what)} />)
  await page.getByRole('button', { name: 'Écrire à Léa' }).click()
  await page.getByLabelText('Titre').fill('Merci')
  await page.getByLabelText('Message').fill('Merci pour vos photos.')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await page.getByRole('button', { name: 'Écrire à Karim' }).click()
  await page.getByLabelText('Titre').fill('Bravo')
  sent.resolve(undefined)
  await expect.poll(() => kept).toContain('Léa null')
  await yieldToMain()
  await expect.element(page.getByLabelText('Titre')).toHaveValue('Bravo')
})

interface Props {
  onSend: () => Promise<undefined>
  onKept: (what: string) => void
}

function Messages({ onSend, onKept }: Props) {
  const [to, setTo] = useState<string>()
  return (
    <>
      {['Léa', 'Karim'].map((name) => (
        <button key={name} type="button" onClick={() => setTo(name)}>
          Écrire à {name}
        </button>
      ))}
      {to !== undefined && (
        <MessageSheet
          title={to}
          example=""
          hint=""
          send="Envoyer"
          unsent={{
            read: () => ({ titre: '', message: '', cle: crypto.randomUUID() }),
            keep: (message) => onKept(`${to} ${message?.titre ?? null}`),
          }}
          onSend={onSend}
          onClose={() => setTo(undefined)}
        />
      )}
    </>
  )
}
