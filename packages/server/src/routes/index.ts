// Every endpoint of the registry. HEAD works wherever GET does, OPTIONS everywhere; any other method is a
// 405.
import { apiReference, openApi } from './api-document.ts';
import { atomDetails } from './atoms/atom-details.ts';
import { atomDiff } from './atoms/atom-diff.ts';
import { atomList } from './atoms/atom-list.ts';
import { atomLookup } from './atoms/atom-lookup.ts';
import { atomText } from './atoms/atom-text.ts';
import { edgesIn } from './atoms/edges-in.ts';
import { changes } from './changes.ts';
import { llmsFullText } from './documents/llms-full-text.ts';
import { llmsText } from './documents/llms-text.ts';
import { authorizationServer, authorizationServerOfPath } from './exchange/authorization-server.ts';
import { revoke } from './exchange/revoke.ts';
import { token } from './exchange/token.ts';
import { file } from './files/file.ts';
import { live, ready } from './health.ts';
import { deleteChannel, putChannel } from './lifecycle/channel.ts';
import { removeDeprecation, setDeprecation } from './lifecycle/deprecation.ts';
import { lifecycle } from './lifecycle/lifecycle.ts';
import { deleteMove, putMove } from './lifecycle/move.ts';
import { removal } from './lifecycle/removal.ts';
import { unyank } from './lifecycle/unyank.ts';
import { logCheckpoint, logConsistency } from './log/log-checkpoint.ts';
import { logDescription } from './log/log-description.ts';
import { logProof } from './log/log-proof.ts';
import { logProofs } from './log/log-proofs.ts';
import { logTile } from './log/log-tile.ts';
import { witnessAddCheckpoint, witnessCheckpoint } from './log/witness-checkpoints.ts';
import { mcp } from './mcp/mcp.ts';
import { metrics } from './metrics.ts';
import { asset, favicon, touchIcon } from './pages/assets.ts';
import { atomPage } from './pages/atom/atom.ts';
import { atomHomePage } from './pages/atom/atom-home.ts';
import { atomsPage } from './pages/atom/atoms.ts';
import { browsePage } from './pages/find/browse.ts';
import { feed, primeFeed, scopeFeed } from './pages/find/feeds.ts';
import { findPage } from './pages/find/find.ts';
import { home } from './pages/find/home.ts';
import { scopePage, scopesPage } from './pages/find/scope.ts';
import { pagesSitemap, robots, scopeSitemap, sitemap } from './pages/find/search-engines.ts';
import { diffFormPage, diffPage } from './pages/prime/diff.ts';
import { filesPage, fileTextPage } from './pages/prime/files.ts';
import { graphPage, graphPicture, graphPreview } from './pages/prime/graph.ts';
import { primePage, versionPage, versionsPage } from './pages/prime/prime.ts';
import { readingPage } from './pages/prime/reading.ts';
import { publishingPage } from './pages/publishing.ts';
import { primeBatch } from './prime-batch/prime-batch.ts';
import { publish, publishCheck } from './publish/publish.ts';
import type { AnyRoute } from './route.ts';
import { primeList } from './search/prime-list.ts';
import { richSearch } from './search/rich-search.ts';
import { search } from './search/search.ts';
import { suggest } from './search/suggest.ts';
import { deleteSigner, putSigner, putSigningPolicy, readSigners } from './signatures/scope-signers.ts';
import { postSignature, readSignatures } from './signatures/version-signatures.ts';
import { primeSkillIndex, versionSkillIndex } from './skills/prime-skills.ts';
import { skillArchive } from './skills/skill-archive.ts';
import { registrySkill, skillIndex } from './skills/skill-index.ts';
import { downloads } from './versions/downloads.ts';
import { provenance } from './versions/provenance.ts';
import { score } from './versions/score.ts';
import { sourceManifest } from './versions/source-manifest.ts';
import { tarball } from './versions/tarball.ts';
import { versionList } from './versions/version-list.ts';
import { versionManifest } from './versions/version-manifest.ts';
import { yank } from './versions/yank.ts';
import { whoami } from './whoami.ts';

export const routes: readonly AnyRoute[] = [
  // The contract
  publish, //         POST   /publish
  versionList, //     GET    /pack/:scope/:name
  versionManifest, // GET    /pack/:scope/:name/:version
  yank, //            DELETE /pack/:scope/:name/:version
  tarball, //         GET    /pack/:scope/:name/:version/tarball
  search, //          GET    /search

  // Beyond the contract
  publishCheck, //    POST   /-/publish/check
  primeList, //       GET    /-/primes
  primeBatch, //      GET    /-/resolve
  changes, //         GET    /-/changes
  sourceManifest, //  GET    /-/primes/:scope/:name/:version/pack.yaml
  downloads, //       GET    /-/primes/:scope/:name/downloads
  lifecycle, //       GET    /-/primes/:scope/:name/lifecycle
  setDeprecation, //  PUT    /-/primes/:scope/:name/deprecation
  removeDeprecation, // DELETE /-/primes/:scope/:name/deprecation
  putChannel, //      PUT    /-/primes/:scope/:name/channels/:channel
  deleteChannel, //   DELETE /-/primes/:scope/:name/channels/:channel
  putMove, //         PUT    /-/primes/:scope/:name/move
  deleteMove, //      DELETE /-/primes/:scope/:name/move
  unyank, //          DELETE /-/primes/:scope/:name/:version/yank
  removal, //         POST   /-/primes/:scope/:name/:version/removal
  readSignatures, //  GET    /-/primes/:scope/:name/:version/signatures
  postSignature, //   POST   /-/primes/:scope/:name/:version/signatures
  readSigners, //     GET    /-/scopes/:scope/signers
  putSigner, //       PUT    /-/scopes/:scope/signers/:fingerprint
  deleteSigner, //    DELETE /-/scopes/:scope/signers/:fingerprint
  putSigningPolicy, // PUT   /-/scopes/:scope/signing-policy
  atomList, //        GET    /-/primes/:scope/:name/:version/atoms
  atomDiff, //        GET    /-/primes/:scope/:name/diff/:range
  provenance, //      GET    /-/primes/:scope/:name/:version/provenance
  score, //           GET    /-/primes/:scope/:name/:version/score
  atomLookup, //      GET    /-/atoms
  edgesIn, //         GET    /-/atoms/:scope/:name/edges-in
  atomDetails, //     GET    /-/atoms/:scope/:name
  atomText, //        GET    /-/atoms/:scope/:name/:level
  richSearch, //      GET    /-/search
  suggest, //         GET    /-/suggest
  logDescription, //  GET    /-/log
  logCheckpoint, //   GET    /-/log/checkpoint
  logTile, //         GET    /-/log/tile/:level/*
  logConsistency, //  GET    /-/log/consistency
  logProofs, //       GET    /-/log/proofs
  logProof, //        GET    /-/primes/:scope/:name/:version/proof
  witnessAddCheckpoint, // POST /-/witness/add-checkpoint
  witnessCheckpoint, // GET   /-/witness/:log/checkpoint
  mcp, //             POST   /-/mcp
  token, //           POST   /-/token
  revoke, //          POST   /-/revoke
  authorizationServer, // GET /.well-known/oauth-authorization-server
  authorizationServerOfPath, // GET /.well-known/oauth-authorization-server/*
  skillIndex, //      GET    /.well-known/agent-skills/index.json
  registrySkill, //   GET    /.well-known/agent-skills/prime-registry/SKILL.md
  primeSkillIndex, // GET    /-/skills/:scope/:name/.well-known/agent-skills/index.json
  versionSkillIndex, // GET  /-/skills/:scope/:name/:version/.well-known/agent-skills/index.json
  skillArchive, //    GET    /-/skills/:scope/:name/:version/:file
  whoami, //          GET    /-/whoami
  live, //            GET    /-/health/live
  ready, //           GET    /-/health/ready
  metrics, //         GET    /-/metrics
  openApi, //         GET    /-/openapi.json

  // Pages and feeds
  llmsText, //        GET    /llms.txt
  llmsFullText, //    GET    /llms-full.txt
  home, //            GET    /
  findPage, //        GET    /-/find
  browsePage, //      GET    /-/browse
  scopesPage, //      GET    /-/scopes
  primePage, //       GET    /-/prime/:scope/:name
  versionsPage, //    GET    /-/prime/:scope/:name/versions
  diffFormPage, //    GET    /-/prime/:scope/:name/diff
  diffPage, //        GET    /-/prime/:scope/:name/diff/:range
  versionPage, //     GET    /-/prime/:scope/:name/:version
  atomsPage, //       GET    /-/prime/:scope/:name/:version/atoms
  readingPage, //     GET    /-/prime/:scope/:name/:version/read
  filesPage, //       GET    /-/prime/:scope/:name/:version/files
  fileTextPage, //    GET    /-/prime/:scope/:name/:version/files/*
  file, //            GET    /-/prime/:scope/:name/:version/file/*
  graphPage, //       GET    /-/prime/:scope/:name/:version/graph
  graphPicture, //    GET    /-/prime/:scope/:name/:version/graph.svg
  graphPreview, //    GET    /-/prime/:scope/:name/:version/graph.png
  atomPage, //        GET    /-/prime/:scope/:name/:version/atom/:atomScope/:atomName
  atomHomePage, //    GET    /-/atom/:scope/:name
  scopePage, //       GET    /-/scope/:scope
  publishingPage, //  GET    /-/publishing
  apiReference, //    GET    /-/api
  feed, //            GET    /-/feed
  scopeFeed, //       GET    /-/feed/:scope
  primeFeed, //       GET    /-/feed/:scope/:name
  asset, //           GET    /-/assets/:file
  favicon, //         GET    /favicon.ico
  touchIcon, //       GET    /apple-touch-icon.png
  robots, //          GET    /robots.txt
  sitemap, //         GET    /sitemap.xml
  pagesSitemap, //    GET    /-/sitemap/pages.xml
  scopeSitemap, //    GET    /-/sitemap/:scope/primes.xml
];
