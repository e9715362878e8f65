// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the pieces of a reservation stand, and what has to be done before free bytes are used again. Bookkeeping
// alone: it calls nothing of CUDA and does not lock.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::memory::detail {

// Pieces in the order of their addresses, used and free, without a gap; two free ones are never neighbours.
// A free piece has marks: the events, one a stream, that stand behind all uses of its bytes. Each mark is in the list
// of one free piece or idle; `give_back` needs an idle one and allocates nothing.
template <class Event>
class piece_list {
 public:
  explicit piece_list(std::uint64_t bytes) : bytes_(bytes), pieces_{{0, bytes, false, none}} {}

  // Adds an idle mark.
  void add_mark(Event event) {
    marks_.push_back({0, 0, idle_, std::move(event)});
    idle_ = static_cast<std::uint32_t>(marks_.size() - 1);
    ++idle_count_;
  }
  // Whether there are idle marks for all pieces that are out, and for one more.
  [[nodiscard]] bool can_take() const noexcept { return idle_count_ > out_; }
  // What `give_back` will note.
  [[nodiscard]] Event const& next_event() const noexcept {
    CUZK_ASSERT(idle_ != none);
    return marks_[idle_].event;
  }

  // The smallest free piece of so many bytes at least, the first of several.
  [[nodiscard]] std::optional<std::size_t> best_fit(std::uint64_t bytes) const noexcept {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i].used || pieces_[i].bytes < bytes) continue;
      if (!best || pieces_[i].bytes < pieces_[*best].bytes) best = i;
    }
    return best;
  }

  // visit(stream, event) for each mark of the piece.
  template <class Visit>
  void for_each_mark(std::size_t piece, Visit const& visit) const {
    for (std::uint32_t m = pieces_[piece].marks; m != none; m = marks_[m].next)
      visit(marks_[m].stream, marks_[m].event);
  }
  // And of all pieces.
  template <class Visit>
  void for_each_mark(Visit const& visit) const {
    for (std::size_t i = 0; i < pieces_.size(); ++i) for_each_mark(i, visit);
  }

  // The first bytes of a free piece, whose marks stay with the rest. Returns the offset. Throws std::bad_alloc before
  // anything has changed.
  std::uint64_t take(std::size_t piece, std::uint64_t bytes) {
    entry const whole = pieces_[piece];
    CUZK_ASSERT(!whole.used && bytes != 0 && bytes <= whole.bytes && can_take());
    if (whole.bytes > bytes) {
      entry const rest{whole.offset + bytes, whole.bytes - bytes, false, whole.marks};
      pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(piece) + 1, rest);
    } else {
      release_all(whole.marks);
    }
    pieces_[piece] = {whole.offset, bytes, true, none};
    used_ += bytes;
    peak_ = std::max(peak_, used_);
    ++out_;
    return whole.offset;
  }

  // The bytes of the piece at the offset; 0 if none is out there.
  [[nodiscard]] std::uint64_t bytes_at(std::uint64_t offset) const noexcept {
    std::size_t const i = find(offset);
    return i == pieces_.size() ? 0 : pieces_[i].bytes;
  }

  // The piece at the offset is free once next_event() of this stream has come to pass.
  void give_back(std::uint64_t offset, std::uint64_t stream) noexcept {
    std::size_t const i = find(offset);
    CUZK_ASSERT(i != pieces_.size());
    used_ -= pieces_[i].bytes;
    --out_;
    pieces_[i].used = false;
    pieces_[i].marks = mark_of(stream);
    if (i + 1 != pieces_.size() && !pieces_[i + 1].used) join_with_next(i);
    if (i != 0 && !pieces_[i - 1].used) join_with_next(i - 1);
  }

  // As if all had been out and were given back, at the beginning.
  void begin_after(std::uint64_t stream) noexcept {
    CUZK_ASSERT(pieces_.size() == 1 && pieces_[0].marks == none);
    pieces_[0].marks = mark_of(stream);
  }

  // Marks whose event has come to pass are idle again.
  template <class Done>
  void drop_marks(Done const& done) {
    for (entry& piece : pieces_) {
      for (std::uint32_t* m = &piece.marks; *m != none;) {
        if (done(std::as_const(marks_[*m].event))) {
          release(std::exchange(*m, marks_[*m].next));
        } else {
          m = &marks_[*m].next;
        }
      }
    }
  }

  [[nodiscard]] std::uint64_t capacity() const noexcept { return bytes_; }
  [[nodiscard]] std::uint64_t used_bytes() const noexcept { return used_; }
  [[nodiscard]] std::uint64_t peak_bytes() const noexcept { return peak_; }
  [[nodiscard]] std::uint64_t largest_free_bytes() const noexcept {
    std::uint64_t largest = 0;
    for (entry const& piece : pieces_) {
      if (!piece.used) largest = std::max(largest, piece.bytes);
    }
    return largest;
  }
  // That are out.
  [[nodiscard]] std::size_t pieces() const noexcept { return out_; }
  // Idle or not.
  [[nodiscard]] std::size_t marks() const noexcept { return marks_.size(); }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct entry {
    std::uint64_t offset;
    std::uint64_t bytes;
    bool used;
    std::uint32_t marks;  // the first of a list
  };
  struct mark {
    std::uint64_t stream;
    std::uint64_t turn;  // when it was noted
    std::uint32_t next;
    Event event;
  };

  // The piece that is out at the offset; pieces_.size() if there is none.
  [[nodiscard]] std::size_t find(std::uint64_t offset) const noexcept {
    auto const at = std::lower_bound(pieces_.begin(), pieces_.end(), offset,
                                     [](entry const& piece, std::uint64_t o) { return piece.offset < o; });
    if (at == pieces_.end() || at->offset != offset || !at->used) return pieces_.size();
    return static_cast<std::size_t>(at - pieces_.begin());
  }

  [[nodiscard]] std::uint32_t mark_of(std::uint64_t stream) noexcept {
    CUZK_ASSERT(idle_ != none);
    std::uint32_t const m = idle_;
    idle_ = marks_[m].next;
    --idle_count_;
    marks_[m].stream = stream;
    marks_[m].turn = ++turn_;
    marks_[m].next = none;
    return m;
  }

  void release(std::uint32_t m) noexcept {
    marks_[m].next = std::exchange(idle_, m);
    ++idle_count_;
  }
  void release_all(std::uint32_t list) noexcept {
    while (list != none) release(std::exchange(list, marks_[list].next));
  }

  void join_with_next(std::size_t i) noexcept {
    pieces_[i].bytes += pieces_[i + 1].bytes;
    join_marks(pieces_[i].marks, pieces_[i + 1].marks);
    pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }

  // Of two events of one stream the later implies the earlier.
  void join_marks(std::uint32_t& list, std::uint32_t other) noexcept {
    while (other != none) {
      std::uint32_t const m = std::exchange(other, marks_[other].next);
      std::uint32_t* same = &list;
      while (*same != none && marks_[*same].stream != marks_[m].stream) same = &marks_[*same].next;
      if (*same == none) {
        marks_[m].next = none;
        *same = m;
      } else if (marks_[*same].turn < marks_[m].turn) {
        marks_[m].next = marks_[*same].next;
        release(std::exchange(*same, m));
      } else {
        release(m);
      }
    }
  }

  std::uint64_t bytes_;
  std::vector<entry> pieces_;  // all bytes, in the order of addresses
  std::vector<mark> marks_;
  std::uint32_t idle_ = none;  // the first of a list
  std::size_t idle_count_ = 0;
  std::uint64_t turn_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
  std::size_t out_ = 0;
};

}  // namespace cuzk::inline v0::memory::detail
