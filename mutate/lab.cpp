// SPDX-License-Identifier: MIT
// Workers over a queue of mutants, with control runs in between.
#include "mutate/lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <set>
#include <system_error>
#include <thread>

#include "mutate/digest.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/journal.hpp"
#include "mutate/ladder_progress.hpp"
#include "mutate/route.hpp"
#include "mutate/worker.hpp"

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRememberedKillers = 3;

// What the workers share, behind one lock.
class Shared {
 public:
  Shared(const Settings& settings, LadderReport& report, Journal& journal, Progress& progress)
      : settings_(settings), report_(report), journal_(journal), progress_(progress) {
    for (const auto& [id, outcome] : journal.finished()) {
      if (outcome.state != State::duplicate && outcome.state != State::unviable) {
        remember(id, outcome);
      }
    }
    report_.outcomes = journal.finished();
    queue_by_route();
  }

  const Mutant* next() {
    const std::scoped_lock lock(mutex_);
    if (stop_ || queue_.empty()) {
      return nullptr;
    }
    const Mutant* mutant = queue_.front();
    queue_.pop_front();
    return mutant;
  }

  // The first mutant with a digest keeps it; later ones are its duplicates.
  std::string duplicate(const Mutant& mutant, const std::string& built) {
    const std::scoped_lock lock(mutex_);
    const auto [at, inserted] = by_digest_.try_emplace(built, mutant.id);
    return inserted || at->second == mutant.id ? std::string() : at->second;
  }

  // Of mutants judged by the same commands: those of the same file if there are any.
  std::vector<std::string> killers(const Mutant& mutant, std::size_t stage) {
    const std::scoped_lock lock(mutex_);
    const std::string key = stage_key(mutant, stage);
    const auto& same_file = killers_[key + "\n" + mutant.edit.file];
    const auto& recent = same_file.empty() ? killers_[key] : same_file;
    return {recent.begin(), recent.end()};
  }

  void ran(const Mutant& mutant, const Judgement& judgement) {
    const Outcome& outcome = judgement.outcome;
    progress_.finished(mutant, outcome);
    const std::scoped_lock lock(mutex_);
    if (outcome.state == State::killed && !outcome.test_case.empty()) {
      const std::string key = stage_key(mutant, judgement.stage);
      for (const std::string& list : {key, key + "\n" + mutant.edit.file}) {
        auto& recent = killers_[list];
        std::erase(recent, outcome.test_case);
        recent.push_front(outcome.test_case);
        recent.resize(std::min(recent.size(), kRememberedKillers));
      }
    }
  }

  // Verdicts count once a control run after them was green.
  void settle(std::vector<Outcome>& outcomes) {
    for (const Outcome& outcome : outcomes) {
      journal_.add(outcome);
    }
    const std::scoped_lock lock(mutex_);
    ++report_.controls;
    for (Outcome& outcome : outcomes) {
      report_.outcomes[outcome.mutant] = std::move(outcome);
    }
    outcomes.clear();
  }

  void fail(std::exception_ptr failure) {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
    if (!failure_) {
      failure_ = std::move(failure);
    }
  }

  void rethrow() const {
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }

 private:
  // A case may need what a part leaves out: it is tried only where it was found.
  std::string stage_key(const Mutant& mutant, std::size_t stage) const {
    return fmt::format("{} {}", stage, route_of(settings_, mutant).key);
  }

  // A change of route costs a build of the original. Within one, and among routes, the order is the
  // report's.
  void queue_by_route() {
    std::map<std::string, std::size_t> places;
    std::vector<std::vector<const Mutant*>> by_route;
    for (const Mutant& mutant : report_.mutants) {
      if (!report_.outcomes.contains(mutant.id)) {
        const auto [at, is_new] =
            places.try_emplace(route_of(settings_, mutant).key, by_route.size());
        if (is_new) {
          by_route.emplace_back();
        }
        by_route[at->second].push_back(&mutant);
      }
    }
    for (const std::vector<const Mutant*>& mutants : by_route) {
      queue_.insert(queue_.end(), mutants.begin(), mutants.end());
    }
  }

  void remember(const std::string& id, const Outcome& outcome) {
    const auto at = std::ranges::find(report_.mutants, id, &Mutant::id);
    if (at != report_.mutants.end() && !outcome.artifacts_sha256.empty()) {
      by_digest_.try_emplace(route_of(settings_, *at).key + "\n" + outcome.artifacts_sha256, id);
    }
  }

  const Settings& settings_;
  LadderReport& report_;
  Journal& journal_;
  Progress& progress_;
  std::mutex mutex_;
  std::deque<const Mutant*> queue_;
  bool stop_ = false;
  std::exception_ptr failure_;
  std::map<std::string, std::string> by_digest_;
  std::map<std::string, std::deque<std::string>>
      killers_;  // by stage and route, and file; latest first
};

// A red control voids what ran since the last green one. Once red and then green says that the
// tests are flaky; twice red, that this copy or the machine changed.
void check_control(Worker& worker, std::vector<Outcome>& waiting, Shared& shared) {
  const std::string wrong = worker.control();
  if (!wrong.empty()) {
    if (const std::string again = worker.control(); !again.empty()) {
      throw Failure(kExitCouldNotRun,
                    fmt::format("the baseline changed during the run, which voids the verdicts "
                                "since the last green control: {}",
                                again));
    }
    for (Outcome& outcome : waiting) {
      if (outcome.state == State::killed || outcome.state == State::crash ||
          outcome.state == State::timeout) {
        outcome.state = State::flaky;
        outcome.detail = "its control run failed once: " + wrong;
      }
    }
  }
  shared.settle(waiting);
}

void work(Worker& worker, Shared& shared, int control_every) {
  std::vector<Outcome> waiting;
  while (const Mutant* mutant = shared.next()) {
    worker.baseline(*mutant);
    Judgement judgement = worker.run(
        *mutant,
        [&shared, mutant](const std::string& built) { return shared.duplicate(*mutant, built); },
        [&shared, mutant](std::size_t stage) { return shared.killers(*mutant, stage); });
    shared.ran(*mutant, judgement);
    waiting.push_back(std::move(judgement.outcome));
    if (waiting.size() >= static_cast<std::size_t>(control_every)) {
      check_control(worker, waiting, shared);
    }
  }
  check_control(worker, waiting, shared);
}

// What the journal is about: another answer to any of these makes its verdicts someone else's.
std::string about(const Settings& settings, const LadderReport& report,
                  const std::vector<TreeFile>& files) {
  std::string text = settings.sha256 + "\n";
  for (const TreeFile& file : files) {
    text += fmt::format("{} {} {}\n", file.path, file.size, file.modified);
  }
  for (const Mutant& mutant : report.mutants) {
    text += mutant.id + " " + mutant.edit.file_sha256 + "\n";
  }
  return sha256(text);
}

void remove_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

// Only the first worker's baseline is waited for before the others start: a red one is then told at
// once, and once.
void prepare(std::deque<Worker>& workers, const std::vector<TreeFile>& files,
             const LadderReport& report, bool whole, Progress& progress) {
  progress.stage(fmt::format("copying {} files; building and testing the original", files.size()));
  Worker& first = workers.front();
  first.prepare(files, whole);
  for (const Mutant& mutant : report.mutants) {
    first.baseline(mutant);
  }
}

void run_workers(std::deque<Worker>& workers, const std::vector<TreeFile>& files, Shared& shared,
                 bool whole, int control_every) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    threads.emplace_back([&, i] {
      try {
        if (i > 0) {
          workers[i].prepare(files, whole);
        }
        work(workers[i], shared, control_every);
      } catch (...) {
        shared.fail(std::current_exception());
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  shared.rethrow();
}

void prove_restored(const Settings& settings, const std::deque<Worker>& workers,
                    LadderReport& report) {
  for (const Mutant& mutant : report.mutants) {
    FileProof& proof = report.files[mutant.edit.file];
    if (!proof.before.empty()) {
      continue;
    }
    proof.before = mutant.edit.file_sha256;
    proof.in_tree = sha256_of_file(settings.root / mutant.edit.file);
    proof.after = proof.before;
    for (const Worker& worker : workers) {
      if (const std::string now = worker.file_sha256(mutant.edit.file); now != proof.before) {
        proof.after = now;
      }
    }
  }
}

}  // namespace

void run_lab(const Settings& settings, const LabOptions& options, LadderReport& report) {
  const FolderLock lock(settings.output);
  write_file(settings.output / ".gitignore", "*\n");
  const std::vector<TreeFile> files =
      list_tree(settings.root, settings.copy, settings.exclude, settings.output);
  const fs::path logs = settings.output / "log";
  // A folder of our own below what the user named: it is removed whole.
  const fs::path lab =
      options.lab.empty()
          ? settings.output / "lab"
          : options.lab / ("kmutate-" + sha256(settings.output.string()).substr(0, 12));
  remove_folder(lab);
  if (!options.resume) {
    remove_folder(logs);
  }
  make_folder(logs);
  Journal journal(settings.output / "journal.jsonl", about(settings, report, files),
                  options.resume);
  const std::size_t left = report.mutants.size() - journal.finished().size();
  Progress progress(journal.finished().size(), report.mutants.size(), options.quiet);
  Shared shared(settings, report, journal, progress);
  const int jobs = std::clamp(options.jobs, 1, std::max(1, static_cast<int>(left)));
  std::deque<Worker> workers;
  for (int i = 0; i < jobs; ++i) {
    workers.emplace_back(settings, i, lab, logs, options.jobs);
  }
  const bool whole = std::ranges::any_of(report.mutants, [&settings](const Mutant& mutant) {
    return !route_of(settings, mutant).alone;
  });
  const auto start = std::chrono::steady_clock::now();
  prepare(workers, files, report, whole, progress);
  const auto ready = std::chrono::steady_clock::now();
  progress.stage(fmt::format("{} mutants on {} copies", left, jobs));
  run_workers(workers, files, shared, whole, settings.control_every);
  report.jobs = static_cast<unsigned>(jobs);
  report.baseline_seconds = std::chrono::duration<double>(ready - start).count();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - ready).count();
  for (const auto& [line, baseline] : workers.front().baselines()) {
    report.assertions += baseline.assertions;
  }
  prove_restored(settings, workers, report);
  if (!options.keep_lab) {
    remove_folder(lab);
  }
}

}  // namespace kgate::mutate
