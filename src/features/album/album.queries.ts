import { queryOptions, useMutation } from '@tanstack/react-query'
import type { ChoixAlbum, LienAlbum } from '#domain/album/album.ts'
import { albumEndpoints } from '#domain/album/album.endpoints.ts'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { call } from '#src/api/client.ts'
import { fetchFile } from '#src/api/file.ts'
import { useReload } from '#src/api/useReload.ts'
import { startDownload } from '#src/api/download.ts'
import type { Fichier } from './partageLots.ts'

/** The download options of an event; refetched each time they are shown, and when its media change. */
export const offresQuery = (evenementId: number) =>
  queryOptions({
    queryKey: ['album', evenementId],
    meta: { live: ['media'], evenementId },
    queryFn: ({ signal }) => call(albumEndpoints.offres, { params: { id: evenementId }, signal }),
    staleTime: 0,
    gcTime: 5 * 60_000,
  })

export interface AlbumRequest {
  readonly choix: ChoixAlbum
  readonly nouveautes: boolean
}

/** The server looks at every file of the album before it answers: a minute, in milliseconds. */
const lienTimeoutMs = 60_000

/** Requests the URL of a ZIP, and starts its download when asked to. */
export function useLienAlbum(evenementId: number) {
  return useMutation<LienAlbum, Error, { request: AlbumRequest; downloads: boolean }>({
    mutationFn: async ({ request, downloads }) => {
      const params = { id: evenementId }
      const lien = await call(albumEndpoints.lien, { params, body: request, timeoutMs: lienTimeoutMs })
      if (downloads) await startDownload(lien.adresse)
      return lien
    },
  })
}

/** Marks media as received on the server: they no longer count as new. */
export function useRecus(evenementId: number, choix: ChoixAlbum) {
  return useMutation({
    mutationFn: (medias: number[]) =>
      call(albumEndpoints.recus, { params: { id: evenementId }, body: { choix, medias } }),
    onSettled: useReload(offresQuery(evenementId).queryKey),
  })
}

/**
 * Downloads the files of a batch one after the other, named as in the album.
 * @param onArrived called with the bytes received
 * @param signal ends the download when it is aborted
 * @throws as fetchFile; any error when the download was ended
 */
export async function fetchLot(
  lot: readonly Fichier[],
  { onArrived, signal }: { onArrived: (octets: number) => void; signal: AbortSignal },
): Promise<File[]> {
  const files: File[] = []
  let before = 0
  for (const { id, nom, mime, taille } of lot) {
    const file = await fetchFile(
      mediaEndpoints.bytes,
      { params: { id }, query: { type: 'original' }, signal },
      { name: nom, onProgress: ({ bytes }) => onArrived(before + bytes) },
    )
    files.push(new File([file], nom, { type: mime }))
    before += taille
    onArrived(before)
  }
  return files
}
