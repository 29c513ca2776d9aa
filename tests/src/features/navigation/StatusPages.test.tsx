// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noteAnswer, noteNoAnswer } from '#src/api/reachability.ts'
import { NotFoundPage, PendingPage } from '#src/features/navigation/StatusPages.tsx'

afterEach(() => {
  clearScreen()
  noteAnswer()
})

const offline = page.getByRole('heading', { name: 'Cette page arrive avec le réseau.' })

test('shows placeholders while the chunk of a page loads, and the missing network when the host does not answer', async () => {
  await showScreen(<PendingPage />)
  await expect.element(page.getByText('Chargement de la page')).toBeInTheDocument()
  await expect.element(offline).not.toBeInTheDocument()
  noteNoAnswer()
  await expect.element(offline).toBeVisible()
  await expect.element(page.getByText('Chargement de la page')).not.toBeInTheDocument()
})

test("shows the route's reason for a missing page, otherwise its own sentence", async () => {
  await showScreen(<NotFoundPage data="Événement introuvable" />)
  await expect.element(page.getByRole('heading', { name: 'Événement introuvable' })).toBeVisible()
  clearScreen()
  await showScreen(<NotFoundPage />)
  await expect.element(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
})
