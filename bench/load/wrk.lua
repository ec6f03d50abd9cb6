-- Prints the results of wrk as one line of JSON. wrk calls it at the end, so it does not slow down requests.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"bytes":%d,"durationMs":%.3f,"p50Ms":%.3f,"p99Ms":%.3f,"errorStatuses":%d,"unanswered":%d}\n',
    summary.requests, summary.bytes, summary.duration / 1000,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
