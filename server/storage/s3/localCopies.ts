import { existsSync, mkdirSync } from 'node:fs'
import { access, constants, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { lockFile } from '../../dataFolder.ts'
import type { FileName } from '../fileName.ts'

/** Local copies beyond this many bytes are removed, the oldest first, unless they are in use. */
const maxKeptBytes = 1024 * 1024 * 1024
const folderPrefix = 'eclats-copies-'
/** Locked while its process runs. Containers that share the folder may have equal process ids and host names. */
const lockName = 'verrou'

/** Bytes of a file on the local disk, from `start` to its end. They are a cache: the store has them too. */
export interface LocalCopy {
  readonly name: FileName
  readonly path: string
  /** Position in the file of the first byte of this copy. */
  readonly start: number
  /** Position behind the last byte. */
  end: number
  /** What the row says when this copy equals the acknowledged bytes; null while bytes are added. */
  reception: string | null
  /** The copy equals the complete file in the store. */
  isWhole: boolean
  users: number
}

/**
 * Files that this process receives, examines or decodes, in a temporary folder. A file that was received here needs no
 * reading from the store for its examination and its variants. The system may remove the folder, or a file in it, when
 * they have not been used for days.
 */
export class LocalCopies {
  readonly #folder: string
  readonly #unlock: () => void
  readonly #copies = new Map<FileName, LocalCopy>()
  readonly #loading = new Map<FileName, Promise<LocalCopy>>()
  #number = 0

  private constructor(folder: string, unlock: () => void) {
    this.#folder = folder
    this.#unlock = unlock
  }

  /**
   * Makes the folder; removes those of processes that have ended.
   * @throws ConfigError when TMPDIR is no folder that can be written
   */
  static async open(): Promise<LocalCopies> {
    const parent = tmpdir()
    await access(parent, constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
      throw new ConfigError(
        `TMPDIR (${parent}) est incorrect : un dossier où le serveur peut écrire attendu (${code}). / ` +
          `TMPDIR (${parent}) is wrong: expected a folder that the server can write (${code}).`,
      )
    })
    for (const entry of await readdir(parent)) {
      // What cannot be removed only takes space; another process may be removing it.
      if (entry.startsWith(folderPrefix)) await removeLeftOver(join(parent, entry)).catch(() => undefined)
    }
    for (;;) {
      const folder = await mkdtemp(join(parent, folderPrefix))
      const unlock = lockFolder(folder)
      // Another process may have removed it before it was locked.
      if (unlock && existsSync(join(folder, lockName))) return new LocalCopies(folder, unlock)
      unlock?.()
    }
  }

  /** The copy of exactly the acknowledged bytes; undefined when this process does not have them. */
  acknowledged(name: FileName, bytes: number, reception: string | null): LocalCopy | undefined {
    const copy = this.#copies.get(name)
    if (!copy || copy.end !== bytes || copy.reception !== reception || bytes === 0) return undefined
    return existsSync(copy.path) ? copy : undefined
  }

  /**
   * Trusts a copy of exactly these bytes as the whole file, and removes any other: another process may have stored it.
   */
  async trust(name: FileName, bytes: number, reception: string | null): Promise<void> {
    const copy = this.acknowledged(name, bytes, reception)
    if (copy?.start === 0) copy.isWhole = true
    else await this.remove(name)
  }

  /** An empty copy that begins at a position. Replaces an older one. */
  async create(name: FileName, start: number): Promise<LocalCopy> {
    await this.remove(name)
    const path = this.temporaryPath()
    const copy = { name, path, start, end: start, reception: null, isWhole: false, users: 0 }
    await (await open(path, 'wx', 0o600)).close()
    this.#copies.set(name, copy)
    return copy
  }

  /** Runs work on the copy of a complete file; `load` brings its bytes when there is none. */
  async withWhole<T>(
    name: FileName,
    load: () => AsyncIterable<Uint8Array>,
    work: (path: string) => Promise<T>,
  ): Promise<T> {
    const known = this.#copies.get(name)
    const isThere = known?.isWhole && existsSync(known.path)
    return this.use(isThere ? known : await this.#load(name, load), ({ path }) => work(path))
  }

  /** Keeps a copy during the work, see {@link release}. */
  async use<T>(copy: LocalCopy, work: (copy: LocalCopy) => Promise<T>): Promise<T> {
    copy.users += 1
    try {
      return await work(copy)
    } finally {
      await this.release(copy)
    }
  }

  /** Ends a use of a copy, and counts it as the newest. The last use of a removed one removes its file. */
  async release(copy: LocalCopy): Promise<void> {
    copy.users -= 1
    if (this.#copies.get(copy.name) === copy) {
      this.#copies.delete(copy.name)
      this.#copies.set(copy.name, copy)
    } else if (copy.users === 0) await rm(copy.path, { force: true })
    await this.#removeOldest()
  }

  /** A path for a new file, which the caller removes. Makes the folder again when the system has removed it. */
  temporaryPath(): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#number += 1
    return join(this.#folder, String(this.#number))
  }

  async remove(name: FileName): Promise<void> {
    const copy = this.#copies.get(name)
    this.#copies.delete(name)
    // Its last user removes the file.
    if (copy && copy.users === 0) await rm(copy.path, { force: true })
  }

  /** Rejects when the folder cannot be written. */
  async check(): Promise<void> {
    const path = this.temporaryPath()
    try {
      await writeFile(path, 'ok')
    } finally {
      await rm(path, { force: true })
    }
  }

  async close(): Promise<void> {
    this.#copies.clear()
    this.#unlock()
    // A process that starts may remove it at the same time: if it locks the folder between the removal of the lock file
    // and that of the folder, this removal fails, and that process removes the folder.
    await rm(this.#folder, { recursive: true, force: true }).catch(() => undefined)
  }

  /** One load at a time for each file. */
  #load(name: FileName, load: () => AsyncIterable<Uint8Array>): Promise<LocalCopy> {
    const running = this.#loading.get(name) ?? this.#loadNow(name, load).finally(() => this.#loading.delete(name))
    this.#loading.set(name, running)
    return running
  }

  async #loadNow(name: FileName, load: () => AsyncIterable<Uint8Array>): Promise<LocalCopy> {
    const copy = await this.create(name, 0)
    copy.users += 1
    try {
      const file = await open(copy.path, 'a')
      try {
        for await (const piece of load()) {
          await file.appendFile(piece)
          copy.end += piece.length
        }
      } finally {
        await file.close()
      }
      copy.isWhole = true
      return copy
    } catch (error) {
      this.#copies.delete(name)
      await rm(copy.path, { force: true })
      throw error
    } finally {
      copy.users -= 1
    }
  }

  async #removeOldest(): Promise<void> {
    let bytes = 0
    for (const { start, end } of this.#copies.values()) bytes += end - start
    for (const copy of this.#copies.values()) {
      if (bytes <= maxKeptBytes) return
      if (copy.users > 0) continue
      bytes -= copy.end - copy.start
      await this.remove(copy.name)
    }
  }
}

/** Removes the folder of a process that has ended. */
async function removeLeftOver(folder: string): Promise<void> {
  // Without a lock it is being made, or the system has removed a part of it.
  if (!existsSync(join(folder, lockName))) return
  const unlock = lockFolder(folder)
  if (!unlock) return
  await rm(folder, { recursive: true, force: true }).finally(unlock)
}

/** @returns a function that releases the lock; null when another process, or this one, holds it or removes the folder */
function lockFolder(folder: string): (() => void) | null {
  const path = join(folder, lockName)
  try {
    return lockFile(path, 'the folder is in use')
  } catch (error) {
    // A file that cannot be made in a folder that exists could not be made in another folder either.
    const canOpen = (error as { code?: unknown }).code !== 'SQLITE_CANTOPEN'
    const isRemoved = !existsSync(folder) || (canOpen && !existsSync(path))
    if (error instanceof ConfigError || isRemoved) return null
    throw error
  }
}
