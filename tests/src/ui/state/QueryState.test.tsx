// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { QueryState } from '#src/ui/state/QueryState.tsx'

const refetch = vi.fn<() => void>()
const loading = { data: undefined, error: null, isError: false, fetchStatus: 'fetching', refetch } as const

function show(query: Partial<Parameters<typeof QueryState<string>>[0]['query']>) {
  return showScreen(
    <QueryState query={{ ...loading, ...query }} loading={<p>Chargement</p>} errorMessage="Liste indisponible.">
      {(data) => <p>{data}</p>}
    </QueryState>,
  )
}

const retry = page.getByRole('button', { name: phrases.reessayer })

afterEach(() => {
  vi.clearAllMocks()
  clearScreen()
})

test('shows placeholders while the first answer is loading', async () => {
  await show({})
  await expect.element(page.getByText('Chargement')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('shows the error and a retry when loading fails', async () => {
  await show({ error: new NetworkError(), isError: true, fetchStatus: 'idle' })
  await expect.element(page.getByText('Liste indisponible.')).toBeVisible()
  await retry.click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('names the missing network when the query is paused', async () => {
  await show({ fetchStatus: 'paused' })
  await expect.element(page.getByText('Vous êtes hors ligne', { exact: false })).toBeVisible()
  await expect.element(retry).toBeVisible()
})

test("shows the server's sentence and a link instead of a retry when access is refused", async () => {
  const error = new ApiError(403, 'evenement.acces_refuse', "Cet événement n'est pas le vôtre.")
  await show({ error, isError: true, fetchStatus: 'idle' })
  await expect.element(page.getByText("Cet événement n'est pas le vôtre.")).toBeVisible()
  await expect.element(page.getByRole('link', { name: phrases.retourAccueil })).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})

test('keeps stale data on screen when a refetch fails', async () => {
  await show({ data: 'Trois photos', error: new NetworkError(), isError: true, fetchStatus: 'idle' })
  await expect.element(page.getByText('Trois photos')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('moves the focus to the heading of the section when a retry replaces the error', async () => {
  await showScreen(<Retried />)
  await retry.click()
  await expect.element(page.getByText('Trois photos')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Photos' })).toHaveFocus()
})

function Retried() {
  const [data, setData] = useState<string>()
  const failed = { error: new NetworkError(), isError: true, fetchStatus: 'idle' } as const
  return (
    <section>
      <h2>Photos</h2>
      <QueryState
        query={{ ...loading, ...(data === undefined && failed), data, refetch: () => setData('Trois photos') }}
        loading={<p>Chargement</p>}
        errorMessage="Liste indisponible."
      >
        {(shown) => <p>{shown}</p>}
      </QueryState>
    </section>
  )
}
