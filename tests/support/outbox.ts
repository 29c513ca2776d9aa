import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { Stage } from '#tests/support/stage.ts'

/**
 * The newest link to a page of the app, or to an address below it, that was mailed to an address, from the sent messages; waits for the server's
 * mail job. @returns its path with its query
 */
export async function mailedLink({ folder }: Pick<Stage, 'folder'>, email: string, page: string): Promise<string> {
  let link: string | undefined
  const look = async () => {
    const links = (await messagesTo(join(folder, 'outbox'), email)).map(
      (text) => new RegExp(String.raw`https?://[^/\s]+(/${page}(?:\?\w+=|/)[\w%-]+)`).exec(text)?.[1],
    )
    link = links.findLast((found) => found !== undefined)
    return link
  }
  await expect.poll(look).toBeDefined()
  return link ?? ''
}

async function messagesTo(outbox: string, email: string): Promise<string[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name))
  const messages = await Promise.all(
    names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  return messages.filter(({ to }) => to?.some(({ address }) => address === email)).map(({ text }) => text ?? '')
}
