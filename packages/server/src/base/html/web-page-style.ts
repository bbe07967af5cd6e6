/** The style of all pages: readable on a phone, light or dark like the reader's device. */
export const WEB_PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --raised: #fff; --line: #e3dfd6; --text: #23201b; --quiet: #655f55;
  --accent: #9a3b12; --on-accent: #fff; --good: #22683a; --bad: #a3261b; --code: #f3f0e9;
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #181613; --raised: #201d19; --line: #39342c; --text: #ece8df; --quiet: #aaa395;
    --accent: #f0a67c; --on-accent: #24130a; --good: #86cf9c; --bad: #ff9d90; --code: #24211c;
  }
}
* { box-sizing: border-box }
html { background: var(--ground); -webkit-text-size-adjust: 100% }
body { margin: 0; color: var(--text); background: var(--ground); min-height: 100vh; display: flex; flex-direction: column }
.wide { width: 100%; max-width: 48rem; margin: 0 auto; padding: 0 1.25rem }
.skip { position: absolute; left: -100vw }
.skip:focus { left: 1rem; top: .5rem; padding: .25rem .75rem; background: var(--raised); z-index: 1 }
header { border-bottom: 1px solid var(--line) }
header .wide { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; padding-block: .75rem }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-left: auto; font-size: .9375rem }
.brand { display: flex; gap: .55rem; align-items: center; font-weight: 650; color: var(--text); text-decoration: none }
.brand img { display: block }
main { flex: 1; overflow-wrap: break-word }
main.wide { padding-block: 2.25rem 3rem }
footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: .875rem }
footer .wide { padding-block: 1rem }
h1 { font-size: 1.875rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .75rem; text-wrap: balance; overflow-wrap: anywhere }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.25rem 0 .5rem }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem }
p, ul, ol, dl { margin: 0 0 1rem }
ul, ol { padding-left: 1.35rem }
li + li { margin-top: .3rem }
.lead { font-size: 1.1875rem; color: var(--quiet); text-wrap: pretty }
.quiet { color: var(--quiet) }
small { font-size: .875rem }
a { color: var(--accent); text-underline-offset: .15em }
a:has(> code), code a { text-underline-offset: .35em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em }
code { background: var(--code); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; overflow-x: auto; line-height: 1.5; margin: 0 0 1rem }
pre code { background: none; padding: 0; overflow-wrap: normal; font-size: 1em }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; margin: 0 0 1rem }
th { text-align: left; font-weight: 600 }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem }
.facts dt { color: var(--quiet) }
.facts dd { margin: 0; overflow-wrap: anywhere }
dd { margin: 0 0 .75rem }
.note { border: 1px solid var(--line); border-left: 4px solid var(--accent); background: var(--raised); border-radius: 6px; padding: .8rem 1rem; margin: 0 0 1rem }
.note > :last-child { margin-bottom: 0 }
.good { color: var(--good) }
.bad { color: var(--bad) }
.links { list-style: none; padding: 0; display: grid; gap: .75rem }
@media (min-width: 36rem) { .links { grid-template-columns: 1fr 1fr } }
.links li { margin: 0 }
.links a { display: block; height: 100%; padding: .8rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; text-decoration: none; font-weight: 600 }
.links a:hover { border-color: var(--accent) }
.links span { display: block; color: var(--quiet); font-weight: 400; font-size: .9375rem }
label { display: block; font-weight: 600; margin: 0 0 .25rem }
input { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--quiet); border-radius: 6px; padding: .55rem .7rem; width: 100%; max-width: 26rem; margin: 0 0 1rem }
button { font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; padding: .65rem 1.35rem; cursor: pointer }
a.action { display: inline-block; font-weight: 600; color: var(--on-accent); background: var(--accent); border-radius: 8px; padding: .65rem 1.35rem; text-decoration: none }
button:hover, a.action:hover { filter: brightness(1.08) }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin: 1.5rem 0 }
.pair img { width: 100%; height: auto; border-radius: 8px }
.pair figcaption { grid-column: 1 / -1; color: var(--quiet); font-size: .875rem }
.search { margin: 0 0 1.5rem }
.search label { font-weight: 400; font-size: .875rem; color: var(--quiet) }
.search div { display: flex; gap: .5rem }
.search input { flex: 1; max-width: none; min-width: 0; margin: 0 }
.contents { border-left: 2px solid var(--line); padding-left: 1rem; font-size: .9375rem; columns: 2 14rem; margin: 0 0 1.5rem }
.contents ul { list-style: none; padding: 0; margin: 0 }
.found { padding: 0; list-style: none }
.found li { margin: 0 0 1.25rem }
.scrolls { overflow-x: auto; margin: 0 0 1rem }
@media (max-width: 26rem) {
  header nav { margin-left: 0 }
  .facts { grid-template-columns: 1fr; gap: 0 }
  .facts dd { margin-bottom: .5rem }
}
`
