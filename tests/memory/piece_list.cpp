// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE memory_piece_list
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include <cuzk/memory/detail/piece_list.hpp>

#include <support/seed.hpp>

namespace {

using cuzk::memory::detail::piece_list;
using plain = piece_list<int>;

/// What the list should do, byte by byte.
struct byte_map {
  std::vector<char> used;
  std::uint64_t peak = 0;

  struct run {
    std::uint64_t begin, bytes;
  };
  [[nodiscard]] std::vector<run> free_runs() const {
    std::vector<run> runs;
    for (std::uint64_t i = 0; i < used.size(); ++i) {
      if (used[i] != 0) continue;
      if (runs.empty() || runs.back().begin + runs.back().bytes != i) runs.push_back({i, 0});
      ++runs.back().bytes;
    }
    return runs;
  }
  [[nodiscard]] std::uint64_t used_bytes() const {
    return static_cast<std::uint64_t>(std::count(used.begin(), used.end(), 1));
  }
  [[nodiscard]] std::uint64_t largest_free() const {
    std::uint64_t most = 0;
    for (run const& r : free_runs()) most = std::max(most, r.bytes);
    return most;
  }
  [[nodiscard]] std::optional<std::uint64_t> best_fit(std::uint64_t bytes) const {
    std::optional<run> best;
    for (run const& r : free_runs()) {
      if (r.bytes >= bytes && (!best || r.bytes < best->bytes)) best = r;
    }
    return best ? std::optional(best->begin) : std::nullopt;
  }
  void set(std::uint64_t begin, std::uint64_t bytes, char value) {
    for (std::uint64_t i = begin; i < begin + bytes; ++i) {
      BOOST_REQUIRE(used[i] != value);  // neither handed out twice nor given back twice
      used[i] = value;
    }
    peak = std::max(peak, used_bytes());
  }
};

/// A list beside its model: every operation is done on both and compared.
struct checked_list {
  plain list;
  byte_map model;
  std::map<std::uint64_t, std::uint64_t> out;  // offset to bytes

  explicit checked_list(std::uint64_t bytes) : list(bytes), model{std::vector<char>(bytes, 0)} {}

  bool take(std::uint64_t bytes) {
    auto const expected = model.best_fit(bytes);
    auto const fit = list.best_fit(bytes);
    BOOST_REQUIRE_EQUAL(fit.has_value(), expected.has_value());
    if (!fit) return false;
    if (!list.can_take()) list.add_mark(0);
    BOOST_REQUIRE(list.can_take());
    std::uint64_t const offset = list.take(*fit, bytes);
    BOOST_REQUIRE_EQUAL(offset, *expected);
    model.set(offset, bytes, 1);
    out[offset] = bytes;
    compare();
    return true;
  }
  void give_back(std::uint64_t offset, std::uint64_t stream = 0) {
    std::uint64_t const bytes = out.at(offset);
    BOOST_REQUIRE_EQUAL(list.bytes_at(offset), bytes);
    list.give_back(offset, stream);
    BOOST_REQUIRE_EQUAL(list.bytes_at(offset), 0U);
    model.set(offset, bytes, 0);
    out.erase(offset);
    compare();
  }
  void compare() const {
    BOOST_REQUIRE_EQUAL(list.used_bytes(), model.used_bytes());
    BOOST_REQUIRE_EQUAL(list.peak_bytes(), model.peak);
    BOOST_REQUIRE_EQUAL(list.largest_free_bytes(), model.largest_free());
    BOOST_REQUIRE_EQUAL(list.pieces(), out.size());
  }
};

std::size_t marks_of_free(plain const& list) {
  std::size_t marks = 0;
  list.for_each_mark([&](std::uint64_t, int) { ++marks; });
  return marks;
}

// Every sequence of so many calls: each size that fits, each piece that is out.
std::size_t all_sequences(checked_list const& before, unsigned calls) {
  if (calls == 0) return 1;
  std::size_t sequences = 0;
  std::uint64_t const bytes = before.list.capacity();
  for (std::uint64_t size = 1; size <= bytes + 1; ++size) {
    checked_list after = before;
    if (after.take(size)) sequences += all_sequences(after, calls - 1);
  }
  for (auto const& [offset, size] : before.out) {
    checked_list after = before;
    after.give_back(offset, offset % 2);
    sequences += all_sequences(after, calls - 1);
  }
  return sequences;
}

BOOST_AUTO_TEST_CASE(every_short_sequence) {
  BOOST_TEST(all_sequences(checked_list(1), 6) == 1U);
  BOOST_TEST(all_sequences(checked_list(4), 9) > 10000U);
  BOOST_TEST(all_sequences(checked_list(7), 5) > 1000U);
}

BOOST_AUTO_TEST_CASE(one_piece_at_first) {
  plain list(1000);
  BOOST_TEST(list.capacity() == 1000U);
  BOOST_TEST(list.largest_free_bytes() == 1000U);
  BOOST_TEST(list.pieces() == 0U);
  BOOST_TEST(!list.best_fit(1001).has_value());
  BOOST_TEST(list.best_fit(1000).has_value());
  BOOST_TEST(!list.can_take());
  list.add_mark(5);
  BOOST_TEST(list.can_take());
  BOOST_TEST(list.take(0, 1000) == 0U);
  BOOST_TEST(list.next_event() == 5);
  BOOST_TEST(list.largest_free_bytes() == 0U);
  BOOST_TEST(!list.best_fit(1).has_value());
  BOOST_TEST(list.bytes_at(0) == 1000U);
  BOOST_TEST(list.bytes_at(1) == 0U);
}

// Of the runs of 3, 5 and 3 bytes.
BOOST_AUTO_TEST_CASE(the_smallest_run_and_the_first) {
  checked_list c(20);
  for (std::uint64_t const bytes : {3U, 1U, 5U, 1U, 3U, 1U, 6U}) c.take(bytes);
  for (std::uint64_t const offset : {0U, 4U, 10U}) c.give_back(offset);
  c.take(2);
  BOOST_TEST(c.out.contains(0));
  c.take(3);
  BOOST_TEST(c.out.contains(10));
  c.take(3);
  BOOST_TEST(c.out.contains(4));
  BOOST_TEST(!c.take(3));
  BOOST_TEST(c.list.largest_free_bytes() == 2U);
}

BOOST_AUTO_TEST_CASE(random_calls) {
  std::mt19937_64 random(cuzk_test::seed());
  for (int round = 0; round < 60; ++round) {
    std::uint64_t const bytes = 1 + random() % 300;
    std::uint64_t const most = 1 + random() % bytes;
    checked_list c(bytes);
    for (int i = 0; i < 300; ++i) {
      if (c.out.empty() || random() % 5 < 3) {
        c.take(1 + random() % most);
      } else {
        c.give_back(std::next(c.out.begin(), static_cast<std::ptrdiff_t>(random() % c.out.size()))->first,
                    random() % 3);
      }
    }
    while (!c.out.empty()) {
      c.give_back(std::next(c.out.begin(), static_cast<std::ptrdiff_t>(random() % c.out.size()))->first, random() % 3);
    }
    BOOST_TEST(c.list.largest_free_bytes() == bytes);
    BOOST_TEST(c.list.used_bytes() == 0U);
    BOOST_TEST(marks_of_free(c.list) <= 3U);
    c.take(bytes);
    BOOST_TEST(c.out.contains(0));
    BOOST_TEST(marks_of_free(c.list) == 0U);
  }
}

// What joins has a mark a stream, the newest.
BOOST_AUTO_TEST_CASE(one_mark_a_stream) {
  plain list(6);
  for (int event = 0; event < 6; ++event) list.add_mark(event);
  for (int i = 0; i < 6; ++i) list.take(*list.best_fit(1), 1);
  std::map<std::uint64_t, std::pair<std::uint64_t, int>> noted;  // offset to stream and event
  std::vector<std::uint64_t> const order{3, 0, 5, 1, 4, 2};
  for (std::uint64_t const offset : order) {
    noted[offset] = {offset % 2, list.next_event()};
    list.give_back(offset, offset % 2);
  }
  std::map<std::uint64_t, int> marks;
  list.for_each_mark([&](std::uint64_t stream, int event) {
    BOOST_TEST(!marks.contains(stream));
    marks[stream] = event;
  });
  BOOST_TEST(marks.size() == 2U);
  BOOST_TEST(marks[0] == noted[2].second);  // the last of 0, 4, 2
  BOOST_TEST(marks[1] == noted[1].second);  // the last of 3, 5, 1
  list.drop_marks([&](int event) { return event == noted[1].second; });
  BOOST_TEST(marks_of_free(list) == 1U);
  list.drop_marks([](int) { return true; });
  BOOST_TEST(marks_of_free(list) == 0U);
}

// The rest keeps what has to be waited for.
BOOST_AUTO_TEST_CASE(marks_stay_with_the_rest) {
  plain list(10);
  list.add_mark(7);
  list.begin_after(42);
  for (int i = 0; i < 10; ++i) {
    BOOST_TEST(!list.can_take());
    list.add_mark(0);
    std::size_t const piece = *list.best_fit(1);
    std::size_t waits = 0;
    list.for_each_mark(piece, [&](std::uint64_t stream, int event) {
      BOOST_TEST(stream == 42U);
      BOOST_TEST(event == 7);
      ++waits;
    });
    BOOST_TEST(waits == 1U);
    list.take(piece, 1);
  }
  BOOST_TEST(marks_of_free(list) == 0U);
  BOOST_TEST(list.can_take());  // the mark of the beginning is idle again
}

using clock_of_streams = std::array<std::uint64_t, 4>;  // how much of each stream is done for certain
using event = std::shared_ptr<clock_of_streams>;        // as it was when recorded

/// Streams that do one thing after the other, and know of others what they have waited for.
struct streams {
  std::array<clock_of_streams, 4> now{};

  void work(std::size_t s) { ++now[s][s]; }
  void record(std::size_t s, event const& e) const { *e = now[s]; }
  void wait(std::size_t s, event const& e) {
    for (std::size_t i = 0; i < 4; ++i) now[s][i] = std::max(now[s][i], (*e)[i]);
  }
};

// A stream that gets a piece comes after all work on each of its bytes that was enqueued before they were given back,
// whatever was split, joined and forgotten in between; and it waits for nothing on streams that had none of the run.
BOOST_AUTO_TEST_CASE(streams_come_after_each_other) {
  struct use {
    std::size_t stream;
    std::uint64_t turn;
  };
  struct piece {
    std::uint64_t offset, bytes;
    std::size_t stream;
  };
  std::mt19937_64 random(cuzk_test::seed());
  std::size_t waited = 0, dropped = 0, made = 0;
  for (int round = 0; round < 100; ++round) {
    std::uint64_t const bytes = 1 + random() % 60;
    piece_list<event> list(bytes);
    streams all;
    std::vector<std::vector<use>> uses(bytes);
    std::vector<piece> out;
    std::size_t most_out = 0;
    for (int i = 0; i < 300; ++i) {
      std::size_t const s = random() % 4;
      if (out.empty() || random() % 2 == 0) {
        std::uint64_t const size = 1 + random() % bytes;
        auto const fit = list.best_fit(size);
        if (!fit) continue;
        if (!list.can_take()) {
          // One stream is known to have finished: its events may be forgotten, and everything comes after it.
          std::size_t const done = random() % 4;
          for (auto& clock : all.now) clock[done] = std::max(clock[done], all.now[done][done]);
          list.drop_marks([&](event const& e) {
            for (std::size_t k = 0; k < 4; ++k) {
              if (k != done && (*e)[k] != 0) return false;
            }
            ++dropped;
            return true;
          });
        }
        if (!list.can_take()) {
          list.add_mark(std::make_shared<clock_of_streams>());
          ++made;
        }
        std::array<bool, 4> seen{};
        list.for_each_mark(*fit, [&](std::uint64_t stream, event const& e) {
          BOOST_REQUIRE(!seen.at(stream));  // one a stream
          seen.at(stream) = true;
          if (stream == s) return;
          all.wait(s, e);
          ++waited;
        });
        std::uint64_t const offset = list.take(*fit, size);
        for (std::uint64_t b = offset; b < offset + size; ++b) {
          for (use const& u : uses[b]) BOOST_REQUIRE(all.now[s][u.stream] >= u.turn);
          uses[b].clear();
        }
        out.push_back({offset, size, s});
      } else {
        std::swap(out[random() % out.size()], out.back());
        piece const p = out.back();
        out.pop_back();
        auto const use_on = [&](std::size_t stream) {
          all.work(stream);
          for (std::uint64_t b = p.offset; b < p.offset + p.bytes; ++b) {
            uses[b].push_back({stream, all.now[stream][stream]});
          }
        };
        use_on(p.stream);
        if (s != p.stream) {  // whose caller orders the two
          all.wait(s, std::make_shared<clock_of_streams>(all.now[p.stream]));
          use_on(s);
        }
        all.record(s, list.next_event());
        list.give_back(p.offset, s);
      }
      most_out = std::max(most_out, list.pieces());
      BOOST_REQUIRE(list.marks() <= most_out + 4 * (most_out + 1));  // for each piece, and four a free run
    }
  }
  BOOST_TEST(waited > 1000U);
  BOOST_TEST(dropped > 0U);
  BOOST_TEST(made > 0U);
}

}  // namespace
