// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../screen.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useReload } from '#src/api/useReload.ts'

interface Props {
  load: () => Promise<string>
  act: () => Promise<void>
}

function Screen({ load, act }: Props) {
  const list = useQuery({ queryKey: ['liste', 1], queryFn: load })
  const action = useMutation({ mutationFn: act, onSettled: useReload(['liste']) })
  return (
    <button onClick={() => action.mutate()}>
      {action.status} {list.data}
    </button>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

afterEach(clearScreen)

test('ends a failed action while its list is still being loaded', async () => {
  const lists = [Promise.resolve('avant'), new Promise<string>(() => {})]
  await showScreen(
    <Screen load={() => lists.shift() ?? Promise.reject(new Error())} act={() => Promise.reject(new Error())} />,
  )
  await button('idle avant').click()
  await expect.element(button('error avant')).toBeVisible()
  expect(lists).toEqual([])
})

test('ends a successful action with the new list', async () => {
  const after = Promise.withResolvers<string>()
  const lists = [Promise.resolve('avant'), after.promise]
  await showScreen(<Screen load={() => lists.shift() ?? Promise.reject(new Error())} act={() => Promise.resolve()} />)
  await button('idle avant').click()
  await expect.poll(() => lists).toEqual([])
  await expect.element(button('pending avant')).toBeVisible()
  after.resolve('après')
  await expect.element(button('success après')).toBeVisible()
})
