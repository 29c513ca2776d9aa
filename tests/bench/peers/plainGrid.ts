/** A straightforward gallery: reads every row, one image element per photo, native lazy loading. */
export const plainGrid = {
  path: '/grille-simple',
  html: (evenementId: number, token: string) => `<!doctype html><html lang="fr"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>ul{display:grid;grid-template-columns:repeat(3,1fr);gap:2px;padding:0;list-style:none}li{aspect-ratio:1}img{width:100%;height:100%;object-fit:cover}</style>
<main><ul></ul></main>
<script>
const read = (path) => fetch('/api' + path, { headers: { authorization: 'Bearer ${token}' } }).then((answer) => answer.json())
Promise.all([
  read('/frontend/participant/evenements/${evenementId}/medias'),
  read('/evenements/${evenementId}/signature'),
]).then(([medias, { signature }]) => {
  document.querySelector('ul').append(...medias.map(({ id, url, auteur }) => {
    const image = Object.assign(new Image(), { loading: 'lazy', alt: auteur.prenom })
    image.src = url + '?type=thumbnail&s=' + signature
    const button = document.createElement('button')
    button.dataset.media = id
    button.append(image)
    const item = document.createElement('li')
    item.append(button)
    return item
  }))
})
</script></html>`,
}
