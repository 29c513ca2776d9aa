import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'

/**
 * Writes a file into a folder and moves it into another one, as a commit moves a photo. Lists of files leave its name
 * out.
 * @throws ConfigError when they are on different file systems, and the error of the system when one cannot be written
 */
export async function probeMove(from: string, to: string): Promise<void> {
  // Several nodes may share the folders.
  const name = `.verification-${randomUUID()}`
  const paths = [join(from, name), join(to, name)] as const
  try {
    await writeFile(paths[0], 'ok')
    await rename(...paths)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EXDEV' ? new ConfigError(apartSentence(from, to)) : error
  } finally {
    for (const path of paths) await rm(path, { force: true })
  }
}

function apartSentence(from: string, to: string): string {
  return (
    `${from} et ${to} ne sont pas sur le même disque : une photo ne peut pas passer de l'un à l'autre d'un seul coup. ` +
    `Placez tout DATA_DIR sur un disque. / ${from} and ${to} are not on the same file system: a photo cannot be moved ` +
    `from one to the other at once. Put the whole DATA_DIR on one.`
  )
}
