import { Camera, Images } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { enqueueFiles, useLine } from '#src/pwa/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { count, formatSize } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { describeResults } from './enqueueSummary.ts'
import { weightOf } from './pick.ts'
import { lineWords } from './queueGroups.ts'
import { PickRow } from './PickRow.tsx'
import { usePicks } from './usePicks.ts'
import css from './AjouterMedia.module.css'

interface Props {
  evenement: { id: number; titre: string }
  /** Files that were given already. */
  initial?: readonly File[]
  /** Told once some of them are safe on this phone. */
  onTaken?: () => void
  onClose: () => void
}

/** Many files at once: chosen, taken, pasted or dropped; refusals say why and the others go on. */
export function AjouterMediaSheet({ evenement, initial, onTaken, onClose }: Props) {
  const { picks, notice, add, remove, setAllegee, keepRefused } = usePicks(initial)
  const line = useLine()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const taken = picks.filter(({ refus }) => refus === null)
  const refused = picks.length - taken.length
  const weight = picks.reduce((sum, pick) => sum + weightOf(pick), 0)
  usePaste((files) => void add(files))

  const send = async () => {
    setMissing(taken.length === 0)
    if (taken.length === 0 || busy) return
    setBusy(true)
    try {
      const files = taken.map(({ file, allegee, takenAt }) => ({
        file,
        allegee,
        takenAt: new Date(takenAt).toISOString(),
      }))
      const results = await enqueueFiles({ evenementId: evenement.id, files })
      const { toast, refusals } = describeResults(results, taken)
      if (toast) showToast(toast)
      if (refusals.size < results.length) onTaken?.()
      if (refusals.size > 0) keepRefused(refusals)
      else onClose()
    } catch {
      showToast({ type: 'error', title: phrases.uploadErreurInattendue })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      title={phrases.ajouterMedia}
      width="42rem"
      onClose={busy ? undefined : onClose}
      foot={
        <>
          {picks.length > 0 && (
            <p className={classNames('meta', css.pickerEstimate)}>
              <span>{`${formatSize(weight)} à envoyer${lineWords(line)}`}</span>
              {refused > 0 && <span>{count(refused, 'fichier refusé', 'fichiers refusés')}</span>}
            </p>
          )}
          <div role="alert">
            {missing && taken.length === 0 && <Banner tone="red">{phrases.mediaFichierRequis}</Banner>}
          </div>
          <Button look="primary" wide busy={busy} onClick={() => void send()}>
            {taken.length === 0 ? 'Envoyer' : `Envoyer ${count(taken.length, 'fichier', 'fichiers')}`}
          </Button>
        </>
      }
    >
      <div
        className={classNames('stack', css.pickerBody)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void add([...event.dataTransfer.files])
        }}
      >
        <p className="meta">{evenement.titre}</p>
        <Sources onFiles={(files) => void add(files)} />
        <p className={classNames('meta', css.pickerDrop)}>
          ou collez, ou déposez vos fichiers ici. 100 Mo au plus par fichier.
        </p>
        <Status hidden>{picks.length > 0 && count(taken.length, 'fichier prêt', 'fichiers prêts')}</Status>
        {notice !== undefined && <p className="meta">{notice}</p>}
        <ul className={css.picks}>
          {picks.map((pick, at) => (
            <PickRow key={pick.id} pick={pick} place={at + 1} onRemove={remove} onAllegee={setAllegee} />
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

function Sources({ onFiles }: { onFiles: (files: File[]) => void }) {
  const gallery = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // The same file may be chosen again after it was removed.
    event.target.value = ''
  }
  return (
    <div className={css.pickerSources}>
      <Button onClick={() => gallery.current?.click()}>
        <Images />
        Choisir
      </Button>
      <Button onClick={() => camera.current?.click()} className={css.camera}>
        <Camera />
        Photographier
      </Button>
      <input
        ref={gallery}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        onChange={take}
        aria-label="Choisir des photos ou des vidéos"
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={take}
        aria-label="Prendre une photo"
      />
    </div>
  )
}

function usePaste(onFiles: (files: File[]) => void): void {
  const latest = useLatest(onFiles)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [latest])
}
