// The only entry for a person who has Node and npm and has run nothing else:
//   npm run demo [-- folder]     npm start     npm test [-- path]
// It fetches the package manager, installs, builds what is stale, and then runs the task. This file and ./workspace/ may
// import nothing but Node itself. This file uses only syntax that an old Node can read, so that it can print the sentence
// about its version.
var version = process.versions.node.split('.').map(Number)
var major = version[0]
var minor = version[1]

// 21 and 23 never were long-term releases, and the test and build tools refuse them.
var supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24

if (supported) {
  import('./workspace/run.mjs').then(({ run }) => run(process.argv.slice(2)))
} else {
  console.error(
    'Platelight needs Node 20.19 or newer, 22.12 or newer, or 24 and up; this is Node ' +
      process.versions.node +
      '.\nInstall a current release from https://nodejs.org (or: nvm install 22) and run the same command again.',
  )
  process.exitCode = 1
}
